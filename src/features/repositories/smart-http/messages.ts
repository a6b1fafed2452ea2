import type { RefChange } from '../../../git/receive-pack.ts'
import { printable } from '../../../git/refs.ts'
import type { Fault } from '../../../pipeline/model.ts'

const MAX_LINES = 20

/** The violations of a branch as shown to the pusher; empty without any. */
export function faultLines(branch: string, faults: readonly Fault[]): string[] {
  const errors = faults.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return []
  const some = errors.slice(0, MAX_LINES).map(({ file, line, message }) => `  ${file}:${line}: ${message}`)
  const more = errors.length > some.length ? [`  and ${errors.length - some.length} more`] : []
  return [`Headrace: ${branch} was accepted, but its pipelines have errors:`, ...some, ...more]
}

const MIB = 1024 * 1024

/** Why a push was rejected that would have made a repository too large. */
export const quotaLine = (maxBytes: number, heldBytes: number): string =>
  `Headrace: the push was rejected: a repository may have ${Math.floor(maxBytes / MIB)} MiB and this one has ` +
  `${(heldBytes / MIB).toFixed(1)} MiB; administrators set HEADRACE_MAX_REPOSITORY_MIB`

const MAX_CHANGES = 10

/** What a push changed: `main 1a2b3c4d..5e6f7a8b`, the first few. */
export function changeLines(changes: readonly RefChange[]): string[] {
  const lines = changes.slice(0, MAX_CHANGES).map(({ ref, before, after }) => {
    const [old, fresh] = [before?.slice(0, 8), after?.slice(0, 8)]
    const what = fresh === undefined ? 'deleted' : old === undefined ? `new at ${fresh}` : `${old}..${fresh}`
    return `${printable(ref).replace(/^refs\/heads\//, '')} ${what}`
  })
  return changes.length <= MAX_CHANGES ? lines : [...lines, `and ${changes.length - MAX_CHANGES} more`]
}
