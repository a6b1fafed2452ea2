import { compilers } from '../compilers.generated.ts'
import type { Compiler, SinkCompiler } from './relation.ts'

const byType: ReadonlyMap<string, Compiler> = new Map(
  compilers.flatMap((one) => one.declaration.types.map((type) => [type, one] as const)),
)

/** What compiles a component of this type; undefined when transformations have no such component. */
export const findCompiler = (type: string): Compiler | undefined => byType.get(type)

export const isSink = (compiler: Compiler): compiler is SinkCompiler => 'sink' in compiler
