import type { Db } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses, type WakeableService } from '../../lib/service.ts'
import { watchConditions } from './conditions/pass.ts'
import { laneIsDue } from './deliveries/lane-store.ts'
import type { Lanes } from './deliveries/lanes.ts'
import { evaluateAlerts } from './incidents/evaluation.ts'
import { evaluationIsDue } from './incidents/evaluation-store.ts'
import { closeOutlived, deleteOldIncidents } from './incidents/store.ts'

const EVALUATE_MS = 1_000
const WATCH_MS = 10_000
const DELIVER_MS = 1_000
const CLOSE_MS = 60_000
const CLEAN_UP_MS = 600_000
const KEEP_INCIDENTS_DAYS = 90
const DELETED_AT_ONCE = 1_000

/** The background passes of alerts. Every API process runs them; none leads. */
export function alertWork(
  db: Db,
  log: Log,
  lanes: Lanes,
): { deliver: WakeableService; passes: WakeableService[] } {
  const pass = createPasses(log)
  const deliver = pass('deliver alerts', DELIVER_MS, lanes.serveDue, laneIsDue)
  const evaluate = pass(
    'evaluate alerts',
    EVALUATE_MS,
    (signal, progressed) => evaluateAlerts(db, signal, deliver.wake, progressed),
    evaluationIsDue,
  )
  const watch = pass('watch what lasts', WATCH_MS, () => watchConditions(db, deliver.wake))

  async function cleanUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if ((await deleteOldIncidents(db, KEEP_INCIDENTS_DAYS, DELETED_AT_ONCE)) < DELETED_AT_ONCE) return
    }
  }

  return {
    deliver,
    passes: [
      evaluate,
      watch,
      deliver,
      pass('close outlived alert incidents', CLOSE_MS, () => closeOutlived(db)),
      pass('delete old alert incidents', CLEAN_UP_MS, cleanUp),
    ],
  }
}
