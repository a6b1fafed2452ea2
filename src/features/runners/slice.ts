import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { runnerRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createRunners, type Runners } from './service.ts'

export interface RunnersSliceOptions {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
}

/** Runners: registration, credentials, allow lists, commands. */
export function runnersSlice({ db, clock, encryption }: RunnersSliceOptions): SliceWith<Runners> {
  const runners = createRunners({ db, clock, encryption })
  return { service: runners, shapes: [schema], routes: (api) => runnerRoutes(api, runners) }
}
