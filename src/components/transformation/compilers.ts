import { aggregateCompiler } from './aggregate/compile.ts'
import { calculatorCompiler } from './calculator/compile.ts'
import { convertTypeCompiler } from './convert-type/compile.ts'
import { createViewCompiler } from './create-view/compile.ts'
import { detectChangesCompiler } from './detect-changes/compile.ts'
import { distinctCompiler } from './distinct/compile.ts'
import { filterCompiler } from './filter/compile.ts'
import { firstLastCompiler } from './first-last/compile.ts'
import { fixedFlowCompiler } from './fixed-flow/compile.ts'
import { generateSequenceCompiler } from './generate-sequence/compile.ts'
import { joinCompiler } from './join/compile.ts'
import { leadLagCompiler } from './lead-lag/compile.ts'
import { mapValuesCompiler } from './map-values/compile.ts'
import { multiTableInputCompiler } from './multi-table-input/compile.ts'
import { pivotCompiler } from './pivot/compile.ts'
import { rankCompiler } from './rank/compile.ts'
import type { RelationCompiler, SinkCompiler } from './relation.ts'
import { renameCompiler } from './rename/compile.ts'
import { rewriteTableCompiler } from './rewrite-table/compile.ts'
import { splitFieldCompiler } from './split-field/compile.ts'
import { sqlCompiler } from './sql/compile.ts'
import { tableInputCompiler } from './table-input/compile.ts'
import { tableOutputCompiler } from './table-output/compile.ts'
import { tableUpdateCompiler } from './table-update/compile.ts'
import { uniteCompiler } from './unite/compile.ts'
import { unpivotCompiler } from './unpivot/compile.ts'

const relations: readonly RelationCompiler[] = [
  tableInputCompiler,
  multiTableInputCompiler,
  fixedFlowCompiler,
  generateSequenceCompiler,
  filterCompiler,
  joinCompiler,
  calculatorCompiler,
  renameCompiler,
  aggregateCompiler,
  rankCompiler,
  leadLagCompiler,
  firstLastCompiler,
  uniteCompiler,
  distinctCompiler,
  convertTypeCompiler,
  mapValuesCompiler,
  splitFieldCompiler,
  pivotCompiler,
  unpivotCompiler,
  sqlCompiler,
  detectChangesCompiler,
]

const sinks: readonly SinkCompiler[] = [
  rewriteTableCompiler,
  tableOutputCompiler,
  tableUpdateCompiler,
  createViewCompiler,
]

const byType: ReadonlyMap<string, RelationCompiler | SinkCompiler> = new Map(
  [...relations, ...sinks].flatMap((one) => one.declaration.types.map((type) => [type, one] as const)),
)

/** What compiles a component of this type; undefined when no component of transformations is of it. */
export const findCompiler = (type: string): RelationCompiler | SinkCompiler | undefined => byType.get(type)

export const isSink = (compiler: RelationCompiler | SinkCompiler): compiler is SinkCompiler =>
  'sink' in compiler
