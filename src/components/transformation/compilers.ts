import { aggregateCompiler } from './aggregate/compile.ts'
import { calculatorCompiler } from './calculator/compile.ts'
import { filterCompiler } from './filter/compile.ts'
import { joinCompiler } from './join/compile.ts'
import type { RelationCompiler, SinkCompiler } from './relation.ts'
import { renameCompiler } from './rename/compile.ts'
import { rewriteTableCompiler } from './rewrite-table/compile.ts'
import { sqlCompiler } from './sql/compile.ts'
import { tableInputCompiler } from './table-input/compile.ts'

const relations: readonly RelationCompiler[] = [
  tableInputCompiler,
  filterCompiler,
  joinCompiler,
  calculatorCompiler,
  renameCompiler,
  aggregateCompiler,
  sqlCompiler,
]

const sinks: readonly SinkCompiler[] = [rewriteTableCompiler]

const byType: ReadonlyMap<string, RelationCompiler | SinkCompiler> = new Map(
  [...relations, ...sinks].flatMap((one) => one.declaration.types.map((type) => [type, one] as const)),
)

/** What compiles a component of this type; undefined when no component of transformations is of it. */
export const findCompiler = (type: string): RelationCompiler | SinkCompiler | undefined => byType.get(type)

export const isSink = (compiler: RelationCompiler | SinkCompiler): compiler is SinkCompiler =>
  'sink' in compiler
