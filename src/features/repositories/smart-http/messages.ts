import { printable, type Refs } from '../../../git/refs.ts'
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

const MAX_CHANGES = 10

/** What a push changed: `main 1a2b3c4d..5e6f7a8b`, the first few. */
export function changeLines(before: Refs, after: Refs): string[] {
  const short = (oid: string | undefined) => oid?.slice(0, 8)
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => {
      const [old, fresh] = [short(before.get(name)), short(after.get(name))]
      const what =
        fresh === undefined ? 'deleted' : old === undefined ? `new at ${fresh}` : `${old}..${fresh}`
      return `${printable(name).replace(/^refs\/heads\//, '')} ${what}`
    })
  if (changes.length <= MAX_CHANGES) return changes
  return [...changes.slice(0, MAX_CHANGES), `and ${changes.length - MAX_CHANGES} more`]
}
