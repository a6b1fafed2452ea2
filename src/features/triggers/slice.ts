import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import type { ParsePipeline } from '../../pipeline/parse.ts'
import { createCheckValues } from '../executions/service.ts'
import { ASSET_WRITTEN_CHANNEL } from '../lineage/access.ts'
import { SAMPLED_CHANNEL } from '../samples/access.ts'
import { TRIGGER_DUE_CHANNEL } from './channels.ts'
import { eventRoutes } from './events/routes.ts'
import { createTriggerEvents } from './events/service.ts'
import { historyRoutes } from './history/routes.ts'
import { createTriggerHistory } from './history/service.ts'
import { createLooking, type FindConnection } from './polls/looking.ts'
import { previewRoutes } from './previews/routes.ts'
import { createTriggerPreviews } from './previews/service.ts'
import { triggerRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createTriggers } from './service.ts'
import { triggerWork } from './work.ts'

export interface TriggersSliceOptions {
  readonly db: Db
  readonly log: Log
  readonly clock: Clock
  readonly encryption: Encryption
  readonly parsePipeline: ParsePipeline
  readonly findConnection: FindConnection
  readonly settings: { readonly maxSchedulesPerProject: number }
}

/** Pipelines that start when something happened, and the passes that start them. */
export function triggersSlice(options: TriggersSliceOptions): Slice {
  const { db, log, clock, encryption, settings, parsePipeline, findConnection } = options
  const looking = createLooking(db, findConnection)
  const checkValues = createCheckValues(db, parsePipeline)
  const { fire, tell, passes, measured, close } = triggerWork(db, log, looking.look, checkValues)
  return {
    shapes: [schema],
    channels: {
      [TRIGGER_DUE_CHANNEL]: fire.wake,
      [ASSET_WRITTEN_CHANNEL]: tell.wake,
      [SAMPLED_CHANNEL]: looking.onAnswered,
    },
    routes(api) {
      const maxPerProject = settings.maxSchedulesPerProject
      triggerRoutes(api, createTriggers({ db, encryption, maxPerProject, checkValues, findConnection }))
      eventRoutes(api, createTriggerEvents({ db, encryption, clock }))
      historyRoutes(api, createTriggerHistory(db))
      previewRoutes(api, createTriggerPreviews(db, looking.look))
    },
    passes,
    measured,
    close,
  }
}
