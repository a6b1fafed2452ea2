import type { RefChange } from '../../../git/receive-pack.ts'
import { printable } from '../../../git/refs.ts'
import type { AnyCaller } from '../../../http/caller.ts'
import type { Clock } from '../../../lib/clock.ts'
import { type Audit, actorOf, type Entry } from '../../audit/service.ts'

/** What a Git client asked, and from where. */
export interface Asked {
  readonly projectId: string
  readonly pushes: boolean
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly address: string
  readonly userAgent: string | undefined
  readonly requestId: string
}

/** Tells the audit trail what a push changed, refs by the name and the commit before and after. */
export type EndPush = (changes: readonly RefChange[]) => Promise<void>

/** So many that an entry stays within what the audit trail keeps of one. */
const REFS_PER_ENTRY = 100

/** The entries of Git clients in the audit trail: pushes and refusals, as of the operations of the API. */
export function createGitTrail(audit: Pick<Audit, 'begin' | 'add' | 'forget'>, clock: Clock) {
  const entryOf = (asked: Asked, caller: AnyCaller | undefined): Entry => ({
    at: clock.now().toISOString(),
    operation: asked.pushes ? 'pushToRepository' : 'fetchFromRepository',
    outcome: 'UNKNOWN',
    method: asked.method,
    path: asked.path,
    ...(caller !== undefined && { actor: actorOf(caller) }),
    from: { address: asked.address, ...(asked.userAgent !== undefined && { userAgent: asked.userAgent }) },
    requestId: asked.requestId,
    projectId: asked.projectId,
  })

  /**
   * Notes that a push is about to begin; resolves when that is on disk, with whom to tell when Git has ended.
   */
  async function beginPush(asked: Asked, caller: AnyCaller): Promise<EndPush> {
    const entry = entryOf(asked, caller)
    const intentId = await audit.begin(entry)
    return async (changes) => {
      if (changes.length === 0) return audit.forget(intentId)
      const parts = Array.from({ length: Math.ceil(changes.length / REFS_PER_ENTRY) }, (_, i) =>
        changes.slice(i * REFS_PER_ENTRY, (i + 1) * REFS_PER_ENTRY),
      )
      const entries = parts.map((part) => pushed(entry, part))
      await Promise.all(entries.map((one, i) => audit.add(one, i === 0 ? intentId : undefined)))
    }
  }

  /** Notes that somebody was not let in; resolves when that is on disk. */
  const refuse = (asked: Asked, caller: AnyCaller | undefined, status: number): Promise<void> =>
    audit.add({ ...entryOf(asked, caller), outcome: 'REFUSED', status }, undefined)

  return { beginPush, refuse }
}

export type GitTrail = ReturnType<typeof createGitTrail>

function pushed(entry: Entry, changes: readonly RefChange[]): Entry {
  const refs = (which: 'before' | 'after') => ({
    refs: changes
      .filter((change) => change[which] !== undefined)
      .map((change) => ({ ref: printable(change.ref), commit: change[which] })),
  })
  return { ...entry, outcome: 'SUCCEEDED', status: 200, before: refs('before'), after: refs('after') }
}
