import type { Db } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses, type Progressed } from '../../lib/service.ts'
import type { CheckValues } from '../executions/service.ts'
import { tellWrites } from './assets/telling.ts'
import { tellingIsDue } from './assets/told-store.ts'
import {
  countPending,
  deleteOldFires,
  firesArePending,
  firesAreWaiting,
  releaseWaiting,
} from './firing/fire-store.ts'
import { firePending } from './firing/firing.ts'
import type { Looking } from './polls/looking.ts'
import { pollsAreDue } from './polls/poll-store.ts'
import { createPolling } from './polls/polling.ts'
import { KEEP_FIRES_DAYS } from './rules.ts'

/** In case a notification was lost. */
const FIRE_MS = 1_000
const TELL_MS = 1_000
const RELEASE_MS = 1_000
const LOOK_MS = 1_000
const CLEAN_UP_MS = 600_000

/**
 * The background passes of triggers, and what is measured about them. Every API process runs them; none
 * leads.
 */
export function triggerWork(db: Db, log: Log, look: Looking['look'], checkValues: CheckValues) {
  const pass = createPasses(log)

  async function startPending(signal: AbortSignal, progressed: Progressed): Promise<void> {
    const wait = await firePending(db, log, checkValues, signal, progressed)
    if (wait !== undefined) setTimeout(fire.wake, wait).unref()
  }

  async function tellTriggers(signal: AbortSignal, progressed: Progressed): Promise<void> {
    if ((await tellWrites(db, signal, progressed)) > 0) fire.wake()
  }

  async function continueBackfills(): Promise<void> {
    if ((await releaseWaiting(db)) > 0) fire.wake()
  }

  const fire = pass('fire triggers', FIRE_MS, startPending, firesArePending)
  const tell = pass('tell triggers of written assets', TELL_MS, tellTriggers, tellingIsDue)
  const release = pass('continue backfills of triggers', RELEASE_MS, continueBackfills, firesAreWaiting)
  const polling = createPolling({ db, log, look, wake: () => lookDue.wake() })
  const lookDue = pass('look for triggers', LOOK_MS, polling.lookDue, pollsAreDue)

  return {
    fire,
    tell,
    close: polling.close,
    passes: [
      fire,
      tell,
      release,
      lookDue,
      pass('delete old trigger history', CLEAN_UP_MS, () => deleteOldFires(db, KEEP_FIRES_DAYS)),
    ],
    measured: [
      {
        name: 'headrace_triggers_pending',
        help: 'What happened for triggers and is not decided yet',
        read: () => countPending(db),
      },
    ],
  }
}
