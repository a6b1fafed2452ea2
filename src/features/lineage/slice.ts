import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Exclusively } from '../../lib/exclusively.ts'
import type { Log } from '../../lib/log.ts'
import type { Post } from '../../lib/outgoing-http.ts'
import { createPasses, every, type Progressed, type Service } from '../../lib/service.ts'
import type { ReadSql } from '../../lib/sql-lineage.ts'
import { sleepUntilAborted } from '../../lib/wait.ts'
import { VERSION_LINEAGE_DUE_CHANNEL } from './channels.ts'
import { eventsAreDue } from './events/event-store.ts'
import { sendEvents } from './events/sending.ts'
import { readSendingState } from './events/sending-store.ts'
import { forgetOldEvents, makeEvents } from './events/work.ts'
import { recordingIsDue } from './recording/report-store.ts'
import { forgetOldWrites, forgetUnusedAssets, recordReports } from './recording/work.ts'
import { lineageRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createLineage } from './service.ts'
import type { PlanVersion } from './versions/plan.ts'
import { recordVersions } from './versions/work.ts'

/** Steps of this process wake the pass; those whose process died in between wait for this long. */
const RECORD_MS = 5_000
/** What is reported within this after a pass is recorded together: a pass costs as much as many reports. */
const GATHER_MS = 50
/** Publishing wakes the pass; versions whose process died in between wait for this long. */
const VERSIONS_MS = 30_000
const SEND_MS = 5_000
const CLEAN_UP_MS = 3_600_000

export interface LineageSliceOptions {
  readonly db: Db
  readonly log: Log
  readonly readSql: ReadSql
  readonly planVersion: PlanVersion
  readonly exclusively: Exclusively
  readonly post: Post
  readonly installationId: string
  readonly settings: {
    /** Where events are sent. */
    readonly openLineageUrl: string | undefined
    readonly openLineageApiKey: string | undefined
  }
}

export interface LineageSlice extends Slice {
  /** Steps reported what they read or wrote. */
  readonly onAssets: () => void
}

/** Which assets pipelines read and write, and what comes from what. */
export function lineageSlice({ db, log, ...options }: LineageSliceOptions): LineageSlice {
  const { readSql, planVersion, exclusively, installationId, settings } = options
  const versions = { readSql, planVersion }
  const pass = createPasses(log)
  async function record(signal: AbortSignal, progressed: Progressed): Promise<void> {
    if ((await recordReports(db, readSql, log, signal, progressed)) > 0)
      await sleepUntilAborted(GATHER_MS, signal)
  }
  const recording = pass('record assets', RECORD_MS, record, recordingIsDue)
  const published = pass('record lineage of versions', VERSIONS_MS, (signal, progressed) =>
    recordVersions(db, { ...versions, exclusively, log }, signal, progressed),
  )
  const isSent = settings.openLineageUrl !== undefined
  return {
    shapes: [schema],
    routes: (api) => lineageRoutes(api, createLineage(db, versions)),
    passes: [
      recording,
      published,
      pass(
        'make events of lineage',
        RECORD_MS,
        (signal, progressed) => makeEvents(db, installationId, signal, progressed),
        eventsAreDue,
      ),
      pass('delete old writes of assets', CLEAN_UP_MS, () => forgetOldWrites(db)),
      pass('delete unused assets', CLEAN_UP_MS, (signal) => forgetUnusedAssets(db, signal)),
      pass('delete old events of lineage', CLEAN_UP_MS, () => forgetOldEvents(db, isSent)),
    ],
    channels: { [VERSION_LINEAGE_DUE_CHANNEL]: published.wake },
    services: sendingServices({ db, log, ...options }),
    measured: [
      {
        name: 'headrace_lineage_events_waiting',
        help: 'Events that the OpenLineage endpoint has not taken yet; 0 where none is set',
        read: async () => (isSent ? (await readSendingState(db)).waiting : 0),
      },
    ],
    onAssets: recording.wake,
  }
}

/**
 * A receiver that does not answer delays nothing else: it is a service of its own, and `/readyz` says nothing
 * about it.
 */
function sendingServices({ db, log, exclusively, post, settings }: LineageSliceOptions): Service[] {
  const { openLineageUrl: url, openLineageApiKey: apiKey } = settings
  if (url === undefined) return []
  const sending = { db, log, exclusively, post, url, apiKey }
  const onError = (error: unknown) => log.error({ err: error }, 'Sending events of lineage failed')
  return [every(SEND_MS, 'send events of lineage', (signal) => sendEvents(sending, signal), onError)]
}
