import type { Db } from '../../../db/database.ts'
import { dueIf } from '../../../db/lookout.ts'
import type { Log } from '../../../lib/log.ts'
import { createPasses, type Progressed, type WakeableService } from '../../../lib/service.ts'
import { deleteUnusedBundles, deleteUnusedSources } from '../../artifacts/service.ts'
import { HeartbeatWatch } from '../endings/heartbeat-watch.ts'
import { expireSessions, expiryIsDue, listHeartbeats } from '../endings/lease-store.ts'
import { endOverstayed, requeueOrphans } from '../endings/runner-loss-store.ts'
import { cancelUnrunnable } from '../endings/unrunnable-store.ts'
import { deleteUnusedSnapshots } from '../queue/snapshot-store.ts'
import type { Gateway } from '../sessions/gateway.ts'
import { deleteOldSessions } from '../sessions/session-store.ts'
import { deleteExecutionsOfNoProject, deleteOldExecutions } from './retention-store.ts'

const DISPATCH_MS = 1_000
const SUPERVISE_MS = 1_000
const LEASE_CHECK_MS = 1_000
const OVERSTAY_CHECK_MS = 5_000
const ORPHAN_CHECK_MS = 10_000
/** There may be much to delete: one pass deletes batch by batch, at most until the next pass is due. */
const RETENTION_MS = 60_000
const CLEAN_UP_MS = 3_600_000

/** The background passes of executions. Every API process runs them; none leads. */
export function executionPasses(
  db: Db,
  gateway: () => Gateway,
  log: Log,
  settings: {
    /** How long ended executions are kept; 0 keeps them indefinitely. */
    readonly retentionDays: number
    readonly maxRunnerLosses: number
    /** A runner that is silent for longer is given up, even if nobody else can take its work. */
    readonly lostRunnerSeconds: number
  },
): { dispatch: WakeableService; others: WakeableService[] } {
  const pass = createPasses(log)
  const { retentionDays, maxRunnerLosses, lostRunnerSeconds } = settings
  const watch = new HeartbeatWatch(lostRunnerSeconds)

  async function expire(): Promise<void> {
    const silence = watch.look(await listHeartbeats(db), performance.now())
    const { sessions, requeued, failed } = await expireSessions(db, silence, maxRunnerLosses)
    if (sessions.length > 0)
      log.warn({ sessions, requeued, failed }, 'Leases of runners expired; requeued their executions')
  }

  async function sendAway(): Promise<void> {
    const { sessions } = await endOverstayed(db)
    if (sessions.length > 0)
      log.warn(
        { sessions },
        'Ended sessions of runners that did not stop when asked to, and paused the runners',
      )
  }

  async function adoptOrphans(): Promise<void> {
    const { requeued, failed } = await requeueOrphans(db, maxRunnerLosses)
    if (requeued + failed > 0) log.error({ requeued, failed }, 'Found orphaned executions; requeued them')
    const cancelled = await cancelUnrunnable(db)
    if (cancelled > 0) log.warn({ cancelled }, 'Cancelled executions whose environment or runner was deleted')
  }

  async function deleteOld(_: AbortSignal, progressed: Progressed): Promise<void> {
    const until = Date.now() + RETENTION_MS
    while ((await deleteExecutionsOfNoProject(db)) > 0 && Date.now() < until) progressed()
    if (retentionDays === 0) return
    while ((await deleteOldExecutions(db, retentionDays)) > 0 && Date.now() < until) progressed()
  }

  return {
    dispatch: pass(
      'dispatch',
      DISPATCH_MS,
      () => gateway().dispatch(),
      dueIf(() => gateway().dispatchIsDue()),
    ),
    others: [
      pass('supervise runners', SUPERVISE_MS, () => gateway().supervise(), {
        get question() {
          return gateway().supervisionDue.question
        },
        isDue: (answer) => gateway().supervisionDue.isDue(answer),
      }),
      pass(
        'expire sessions',
        LEASE_CHECK_MS,
        expire,
        expiryIsDue((live) => watch.look(live, performance.now()).silent.length > 0),
      ),
      pass('end overstayed sessions', OVERSTAY_CHECK_MS, sendAway),
      pass('requeue orphans', ORPHAN_CHECK_MS, adoptOrphans),
      pass('delete old executions', RETENTION_MS, deleteOld),
      pass('delete old sessions', CLEAN_UP_MS, () => deleteOldSessions(db)),
      pass('delete unused sources', CLEAN_UP_MS, () => deleteUnusedSources(db)),
      pass('delete unused bundles', CLEAN_UP_MS, () => deleteUnusedBundles(db)),
      pass('delete unused snapshots', CLEAN_UP_MS, () => deleteUnusedSnapshots(db)),
    ],
  }
}
