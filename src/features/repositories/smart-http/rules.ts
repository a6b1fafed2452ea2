import type { Fault } from '../../../pipeline/model.ts'

const MAX_LINES = 20

/** What a pusher is told of the faults of a branch; empty when there is none. */
export function faultLines(branch: string, faults: readonly Fault[]): string[] {
  const errors = faults.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return []
  const some = errors.slice(0, MAX_LINES).map(({ file, line, message }) => `  ${file}:${line}: ${message}`)
  const more = errors.length > some.length ? [`  and ${errors.length - some.length} more`] : []
  return [`Headrace: ${branch} was taken, but its pipelines have faults:`, ...some, ...more]
}
