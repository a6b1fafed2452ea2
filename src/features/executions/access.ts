import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { enterProject, type Grant, type ProjectPermission } from '../projects/access.ts'
import { findProjectOf } from './queries/find-store.ts'

/** Enters the project that an execution belongs to. One that the caller may not see is not found. */
export async function enterExecution<P extends ProjectPermission>(
  db: Db,
  caller: Caller,
  id: string,
  permission: P,
): Promise<Grant<P>> {
  const projectId = await findProjectOf(db, id)
  if (projectId === undefined) throw notFound('Pipeline execution', id)
  return enterProject(db, caller, projectId, permission).catch((error: unknown) => {
    throw error instanceof Problem && error.kind === 'not-found' ? notFound('Pipeline execution', id) : error
  })
}
