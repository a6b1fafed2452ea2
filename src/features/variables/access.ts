import type { Db } from '../../db/database.ts'
import type { ValidationFacts } from '../../pipeline/validate.ts'
import { readProjectVariables } from './store.ts'

export { readVariableShapes } from './store.ts'

/** What validation of the pipelines of a project is to know of where they run. */
export async function readValidationFacts(
  db: Db,
  { projectId, warehouse }: { readonly projectId: string; readonly warehouse: string },
): Promise<ValidationFacts> {
  return { project: projectId, warehouse, projectVariables: await readProjectVariables(db, projectId) }
}
