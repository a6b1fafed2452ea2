import type { Db } from '../../db/database.ts'
import { badRequest } from '../../lib/problem.ts'
import type { CheckValues } from '../executions/service.ts'
import type { Grant } from '../projects/access.ts'
import type { Definition } from './definition.ts'

/**
 * Throws `bad-request` naming the variables of a schedule that its pipeline and project do not have, or not
 * of that type: else its runs would fail, each at its time.
 */
export async function refuseMisfits(
  db: Db,
  { projectId }: Pick<Grant, 'projectId'>,
  definition: Definition,
  where: string,
  checkValues: CheckValues,
): Promise<void> {
  const { artifactId, pipelineName, dueTimeVariable, gridVariables, effectiveFrom } = definition
  if (artifactId === undefined) return
  const due = dueTimeVariable === undefined ? {} : { [dueTimeVariable]: effectiveFrom.toISOString() }
  const given = { projectId, artifactId, pipelineName }
  const scalars = await checkValues(db, {
    ...given,
    scalars: definition.scalarVariables,
    grids: gridVariables,
  })
  const ofDueTime = await checkValues(db, { ...given, scalars: due, grids: {} })
  const violations = [
    ...scalars.scalars.map((fault) => `${where}/scalarVariables: ${fault}`),
    ...scalars.grids.map((fault) => `${where}/gridVariables: ${fault}`),
    ...ofDueTime.scalars.map((fault) => `${where}/dueTimeVariable: ${fault}`),
  ]
  if (violations.length > 0) throw badRequest(violations)
}
