import type { ComponentRun } from './component.ts'
import { runs } from './runs.generated.ts'

const byType: ReadonlyMap<string, ComponentRun> = new Map(
  runs.flatMap((one) => one.declaration.types.map((type) => [type, one] as const)),
)

/**
 * What runs a component of this type; undefined when there is no such component, and for `if`, `retry` and
 * `run-*`, which the runner and the flow carry out themselves.
 */
export const findRun = (type: string): ComponentRun | undefined => byType.get(type)
