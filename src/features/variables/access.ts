import type { Db } from '../../db/database.ts'
import type { Fault } from '../../pipeline/model.ts'
import { existingNames } from './store.ts'

/**
 * Faults of pipelines of a project, without those that warn of a variable which no file declares but which the project
 * has. Files alone cannot tell; who has them and the project can.
 */
export async function withoutKnownVariables<F extends Fault>(
  db: Db,
  projectId: string,
  faults: readonly F[],
): Promise<readonly F[]> {
  const names = new Set(faults.flatMap(({ variable }) => variable ?? []))
  if (names.size === 0) return faults
  const known = await existingNames(db, projectId, [...names])
  return faults.filter(({ variable }) => variable === undefined || !known.has(variable))
}
