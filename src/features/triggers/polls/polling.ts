import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import { Problem } from '../../../lib/problem.ts'
import { GRACE_MS } from '../../schedules/targets/access.ts'
import { DEFAULT_POLL_SECONDS } from '../rules.ts'
import type { Looked, Looking } from './looking.ts'
import { claimDue, type DuePoll, keepFailure, keepLook, lockPoll } from './poll-store.ts'
import { judge } from './rules.ts'

/** Triggers that one server has looked for at once. */
const MAX_LOOKING = 8
/**
 * Of these, those of one project: its runner may not answer for twenty seconds, and others wait meanwhile.
 */
const MAX_LOOKING_OF_PROJECT = 4
/** Until a file that may still be written is looked at again. */
const SETTLE_SECONDS = 5
/** After something that has nothing to do with the trigger. */
const RETRY_SECONDS = 10
/** Of the time between two looks: claims, a full server and a slow answer. */
const LATENESS_SECONDS = 30 + GRACE_MS / 1_000

export interface PollingOptions {
  readonly db: Db
  readonly log: Log
  readonly look: Looking['look']
  /** Wakes the pass, which takes the next. */
  readonly wake: () => void
}

/**
 * Looks for the triggers that wait for a file or for what a query says. The pass claims what is due and does
 * not wait for the answers of runners; what they saw is compared with what was seen before in the transaction
 * that keeps it.
 */
export function createPolling({ db, log, look, wake }: PollingOptions) {
  const closing = new AbortController()
  const inFlight = new Map<Promise<void>, string>()

  async function lookDue(): Promise<void> {
    const room = MAX_LOOKING - inFlight.size
    if (room <= 0) return
    for (const due of await claimDue(db, room, MAX_LOOKING_OF_PROJECT, [...inFlight.values()])) {
      const looking = lookAt(due)
        .catch((error: unknown) => {
          if (!closing.signal.aborted)
            log.error({ err: error, trigger: due.triggerId }, 'Could not check a trigger')
        })
        .finally(() => {
          inFlight.delete(looking)
          wake()
        })
      inFlight.set(looking, due.projectId)
    }
  }

  async function lookAt(due: DuePoll): Promise<void> {
    const looked = await look(due, due.condition, closing.signal).catch((error: unknown): Looked => {
      if (error instanceof Problem && error.kind === 'too-many-requests') return { fault: error.message }
      throw error
    })
    if ('fault' in looked)
      return keepFailure(db, due, looked.fault, Math.min(pollSecondsOf(due), RETRY_SECONDS * 3))
    await db.transaction().execute((tx) => keep(tx, due, looked))
  }

  return {
    lookDue,
    async close(): Promise<void> {
      closing.abort()
      await Promise.allSettled(inFlight.keys())
    },
  }
}

const pollSecondsOf = ({ condition }: DuePoll): number => condition.pollSeconds ?? DEFAULT_POLL_SECONDS

async function keep(
  tx: Db,
  due: DuePoll,
  looked: Exclude<Looked, { readonly fault: string }>,
): Promise<void> {
  const { triggerId } = due
  const locked = await lockPoll(tx, due)
  if (locked === undefined) return
  const pollSeconds = pollSecondsOf(due)
  const { seen, causes, isUnsettled } = judge(due, locked.seen ?? undefined, looked, looked.isAtomic)
  await keepLook(tx, triggerId, {
    seen,
    causes: causes.map(({ cause, facts }) => ({ cause, facts: { ...placeOf(due), ...facts } })),
    missed: (locked.silentSeconds ?? 0) > pollSeconds + LATENESS_SECONDS,
    nextSeconds: isUnsettled ? Math.min(SETTLE_SECONDS, pollSeconds) : pollSeconds,
  })
}

/** What facts say about where something was seen. */
export const placeOf = ({ condition, environmentName }: Pick<DuePoll, 'condition' | 'environmentName'>) =>
  condition.type === 'FILE'
    ? {
        folder: condition.folder ?? '',
        ...(condition.connection !== undefined && { connection: condition.connection }),
      }
    : { environmentName }
