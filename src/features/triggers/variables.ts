import type { Db } from '../../db/database.ts'
import { badRequest } from '../../lib/problem.ts'
import type { CheckValues } from '../executions/service.ts'
import type { Grant } from '../projects/access.ts'
import type { Definition } from './definition.ts'

/**
 * Throws `bad-request` naming the variables of a trigger that its pipeline and project do not have, or not of
 * that type: else its runs would fail, each at its time. What comes by a path is known only then; the
 * variable has to exist.
 */
export async function refuseMisfits(
  db: Db,
  { projectId }: Pick<Grant, 'projectId'>,
  definition: Definition,
  checkValues: CheckValues,
): Promise<void> {
  const { artifactId, pipelineName, scalarVariables, gridVariables, variablePaths } = definition
  if (artifactId === undefined) return
  const given = { projectId, artifactId, pipelineName }
  const own = await checkValues(db, { ...given, scalars: scalarVariables, grids: gridVariables })
  const violations = [
    ...own.scalars.map((fault) => `body/scalarVariables: ${fault}`),
    ...own.grids.map((fault) => `body/gridVariables: ${fault}`),
  ]
  for (const name of Object.keys(variablePaths)) {
    const asScalar = await checkValues(db, { ...given, scalars: { [name]: '0' }, grids: {} })
    const asGrid = await checkValues(db, { ...given, scalars: {}, grids: { [name]: [] } })
    if (asScalar.scalars.length > 0 && asGrid.grids.length > 0)
      violations.push(`body/variablePaths: ${asScalar.scalars[0]}`)
  }
  if (violations.length > 0) throw badRequest(violations)
}
