import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Log } from '../../lib/log.ts'
import type { ParsePipeline } from '../../pipeline/parse.ts'
import { createCheckValues } from '../executions/service.ts'
import { backfillRoutes } from './backfills/routes.ts'
import { createBackfills } from './backfills/service.ts'
import { scheduleRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createSchedules } from './service.ts'
import { upcomingRoutes } from './upcoming/routes.ts'
import * as upcomingSchema from './upcoming/schema.ts'
import { listUpcoming } from './upcoming/upcoming-store.ts'
import { scheduleWork } from './work.ts'

export interface SchedulesSliceOptions {
  readonly db: Db
  readonly log: Log
  readonly parsePipeline: ParsePipeline
  readonly settings: { readonly maxSchedulesPerProject: number }
}

/** Schedules and backfills, and the passes that start their runs. */
export function schedulesSlice({ db, log, settings, parsePipeline }: SchedulesSliceOptions): Slice {
  const { passes, measured } = scheduleWork(db, log)
  return {
    shapes: [schema, upcomingSchema],
    routes(api) {
      const checkValues = createCheckValues(db, parsePipeline)
      const maxPerProject = settings.maxSchedulesPerProject
      scheduleRoutes(api, createSchedules({ db, maxPerProject, checkValues }))
      backfillRoutes(api, createBackfills(db))
      upcomingRoutes(api, (caller, limit) => listUpcoming(db, caller, limit))
    },
    passes,
    measured,
  }
}
