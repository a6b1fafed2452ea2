import type { Db } from '../../db/database.ts'
import type { Fault } from '../../pipeline/model.ts'
import { existingNames } from './store.ts'

export { readVariableShapes } from './store.ts'

/**
 * Violations of pipelines of a project, without those that warn of a variable which no file declares but which the project
 * has. Files alone cannot tell; who has them and the project can.
 */
export async function withoutKnownVariables<F extends Fault>(
  db: Db,
  projectId: string,
  violations: readonly F[],
): Promise<readonly F[]> {
  const names = new Set(violations.flatMap(({ variable }) => variable ?? []))
  if (names.size === 0) return violations
  const known = await existingNames(db, projectId, [...names])
  return violations.filter(({ variable }) => variable === undefined || !known.has(variable))
}
