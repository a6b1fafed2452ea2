import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { checkEnvironmentAccess } from '../environments/access.ts'
import {
  type EnvironmentPermission,
  enterProject,
  type Grant,
  missing,
  type ProjectPermission,
} from '../projects/access.ts'
import { unknownSchedule } from './definition.ts'
import { type FoundSchedule, findSchedule } from './store.ts'

export { schedulesWithout } from './store.ts'

/** A schedule that the caller entered for a purpose. */
export interface EnteredSchedule<P extends ProjectPermission> extends FoundSchedule {
  readonly grant: Grant<P>
}

/**
 * Enters a schedule: what it may not see does not exist for a caller, neither the project, nor the
 * environment, nor the schedule (decisions.md §2).
 */
export async function enterSchedule<P extends ProjectPermission>(
  db: Db,
  caller: Caller,
  projectId: string,
  id: string,
  permission: P,
  inEnvironment: EnvironmentPermission,
): Promise<EnteredSchedule<P>> {
  const grant = await enterProject(db, caller, projectId, permission)
  const found = await findSchedule(db, grant, id)
  if (found === undefined) throw unknownSchedule(id)
  const { environmentName } = found.schedule
  const judged = (await checkEnvironmentAccess(db, grant, [environmentName], inEnvironment)).get(
    environmentName,
  )
  if (judged === undefined) throw unknownSchedule(id)
  if (!judged.allowed) throw missing(`${inEnvironment} in ${environmentName}`)
  return { ...found, grant }
}
