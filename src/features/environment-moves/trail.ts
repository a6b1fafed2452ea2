import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Audit, Entry } from '../audit/service.ts'
import type { EndingMove } from './runner-store.ts'

/** The end of a move, as it is on disk. */
export interface MoveEnd {
  readonly status: 'SUCCEEDED' | 'FAILED'
  readonly message?: string | undefined
  /** The environment's default connections before and after; undefined where they stay. */
  readonly connections?: { readonly before: unknown; readonly after: unknown } | undefined
}

/** The part of the audit trail that moves need. */
export type MoveAudit = Pick<Audit, 'begin' | 'add' | 'forget'>

/**
 * Leaves an entry about the end of a move, which no request asks for: the runner tells of it in a message.
 * `end` does what ends the move, or answers undefined where it has ended already.
 */
export const createMoveTrail =
  (audit: MoveAudit, clock: Clock) =>
  async (move: EndingMove, id: string, end: () => Promise<MoveEnd | undefined>): Promise<void> => {
    const entry = entryOf(move, id, clock)
    const intentId = await audit.begin(entry)
    const ended = await end()
    if (ended === undefined) return audit.forget(intentId)
    const { status, message, connections } = ended
    const after = { status, message, defaultConnections: connections?.after }
    const before = connections && { defaultConnections: connections.before }
    const outcome = status === 'SUCCEEDED' ? 'SUCCEEDED' : 'REFUSED'
    await audit.add({ ...entry, outcome, after, ...(before !== undefined && { before }) }, intentId)
  }

const entryOf = ({ projectId, environmentName, runner }: EndingMove, id: string, clock: Clock): Entry => ({
  at: clock.now().toISOString(),
  operation: 'endEnvironmentMove',
  outcome: 'UNKNOWN',
  method: 'MESSAGE',
  path: `/v1/projects/${projectId}/environments/${encodeURIComponent(environmentName)}/moves/${id}`,
  actor: { kind: 'RUNNER', id: runner.clientId, name: runner.name },
  // That of its session stands in the entry of the session.
  from: { address: 'unknown' },
  requestId: newId(),
  projectId,
})
