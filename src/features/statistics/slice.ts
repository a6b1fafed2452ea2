import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses } from '../../lib/service.ts'
import { countingIsDue } from './counting/count-store.ts'
import { countEndedExecutions, forgetOldStatistics, sumEndedWeeks } from './counting/work.ts'
import { statisticsRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createStatistics } from './service.ts'

const COUNT_MS = 5_000
const SUM_MS = 600_000
const CLEAN_UP_MS = 3_600_000

/** Counts executions that ended, once each, for statistics and consumption; and shows how they went. */
export function statisticsSlice({ db, log }: { readonly db: Db; readonly log: Log }): Slice {
  const pass = createPasses(log)
  return {
    shapes: [schema],
    routes: (api) => statisticsRoutes(api, createStatistics(db)),
    passes: [
      pass(
        'count executions',
        COUNT_MS,
        (signal, progressed) => countEndedExecutions(db, log, signal, progressed),
        countingIsDue,
      ),
      pass('sum statistics of weeks', SUM_MS, (signal) => sumEndedWeeks(db, signal)),
      pass('delete old statistics', CLEAN_UP_MS, () => forgetOldStatistics(db)),
    ],
  }
}
