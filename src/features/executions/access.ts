import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { enterProject, type Grant, type ProjectPermission } from '../projects/access.ts'
import { findProjectOf } from './queries/find-store.ts'
import type { ExecutionAddress } from './schema.ts'

export { executionJson } from './queries/find-store.ts'
export { readScopes, type Scope } from './queries/scope-store.ts'

/**
 * Enters the project that an execution belongs to, or the one that it is addressed below. One that the caller
 * may not see is not found.
 */
export async function enterExecution<P extends ProjectPermission>(
  db: Db,
  caller: Caller,
  { projectId: named, pipelineExecutionId: id }: ExecutionAddress,
  permission: P,
): Promise<Grant<P>> {
  if (named !== undefined) return enterProject(db, caller, named, permission)
  const projectId = await findProjectOf(db, id)
  if (projectId === undefined) throw notFound('Pipeline execution', id)
  return enterProject(db, caller, projectId, permission).catch((error: unknown) => {
    throw error instanceof Problem && error.kind === 'not-found' ? notFound('Pipeline execution', id) : error
  })
}
