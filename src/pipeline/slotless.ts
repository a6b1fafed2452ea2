/**
 * These components only steer: they take no slot of a runner. A `table-iterator` asks a database and so takes
 * one.
 */
export const slotlessTypes: readonly string[] = [
  ...['start', 'and', 'or', 'if', 'end-success', 'end-failure'],
  ...['fixed-iterator', 'loop-iterator', 'grid-iterator', 'run-orchestration', 'run-transformation'],
  'run-shared-pipeline',
]
