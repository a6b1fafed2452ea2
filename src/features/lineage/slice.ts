import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses } from '../../lib/service.ts'
import { forgetOldWrites, recordReports } from './recording/work.ts'

/** Steps of this process wake the pass; those whose process died in between wait for this long. */
const RECORD_MS = 5_000
const CLEAN_UP_MS = 3_600_000

export interface LineageSlice extends Slice {
  /** Steps reported what they read or wrote. */
  readonly onAssets: () => void
}

/** Which assets pipelines read and write, and what comes from what. */
export function lineageSlice({ db, log }: { readonly db: Db; readonly log: Log }): LineageSlice {
  const pass = createPasses(log)
  const recording = pass('record assets', RECORD_MS, (signal) => recordReports(db, signal))
  return {
    passes: [
      recording,
      pass('delete old writes of assets', CLEAN_UP_MS, (signal) => forgetOldWrites(db, signal)),
    ],
    onAssets: recording.wake,
  }
}
