import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { notFound } from '../../lib/problem.ts'
import { checkEnvironmentAccess } from '../environments/access.ts'
import {
  type EnvironmentPermission,
  enterProject,
  type Grant,
  missing,
  type ProjectPermission,
} from '../projects/access.ts'
import { type FoundTrigger, findTrigger } from './store.ts'

export { triggersWithout } from './store.ts'

/** A trigger that the caller entered for a purpose. */
export interface EnteredTrigger<P extends ProjectPermission> extends FoundTrigger {
  readonly grant: Grant<P>
}

/** Enters a trigger: what it may not see does not exist for a caller (decisions.md §2). */
export async function enterTrigger<P extends ProjectPermission>(
  db: Db,
  caller: Caller,
  projectId: string,
  id: string,
  permission: P,
  inEnvironment: EnvironmentPermission,
): Promise<EnteredTrigger<P>> {
  const grant = await enterProject(db, caller, projectId, permission)
  const found = await findTrigger(db, grant, id)
  if (found === undefined) throw notFound('Trigger', id)
  const { environmentName } = found.trigger
  const access = await checkEnvironmentAccess(db, grant, [environmentName], inEnvironment)
  const judged = access.get(environmentName)
  if (judged === undefined) throw notFound('Trigger', id)
  if (!judged.allowed) throw missing(`${inEnvironment} in ${environmentName}`)
  return { ...found, grant }
}
