import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Executions } from '../executions/service.ts'
import { testExecutionRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createTestExecutions } from './service.ts'

/** Tests of pipelines, run by the runners of environments. */
export const testExecutionsSlice = ({
  db,
  executions,
}: {
  readonly db: Db
  readonly executions: Executions
}): Slice => ({
  shapes: [schema],
  routes: (api) => testExecutionRoutes(api, createTestExecutions(db, executions)),
})
