import type { Db } from '../../../db/database.ts'
import { type CallerValues, givenValues, noValues } from '../../../pipeline/variables.ts'
import { type RecordedCall, readStart } from '../queue/snapshot-store.ts'
import type { DeclaredBy } from './declared-variables.ts'
import type { Declared, KnownStart } from './start-values.ts'

/** Reads what executions started with, and the variables that their pipelines declare. */
export type ReadStart = (id: string) => Promise<readonly [KnownStart, Declared] | undefined>

/** A reader of starts; it answers undefined before an execution has started. */
export function createStarts(db: Db, declaredBy: DeclaredBy): ReadStart {
  return async (id) => {
    const recorded = await readStart(db, id)
    if (recorded === undefined) return undefined
    const { above, ...start } = recorded
    const variables = await declared(declaredBy, start)
    const { caller } = givenValues({ variables }, ownValues(start), await valuesAbove(above, declaredBy))
    return [{ ...start, scalarVariables: caller.scalars, gridVariables: caller.grids }, variables]
  }
}

/**
 * What calls, from the outermost on, gave for variables of the project: it is recorded where it was given
 * only.
 */
export async function valuesAbove(
  calls: readonly RecordedCall[],
  declaredBy: DeclaredBy,
): Promise<CallerValues> {
  let values = noValues
  for (const call of calls) {
    const variables = await declared(declaredBy, call)
    values = givenValues({ variables }, ownValues(call), values).projectValues
  }
  return values
}

const declared = async (
  declaredBy: DeclaredBy,
  { artifactId, pipelineName }: RecordedCall,
): Promise<Declared> => (await declaredBy(artifactId, pipelineName)) ?? new Map()

const ownValues = ({ scalarVariables: scalars, gridVariables: grids }: RecordedCall): CallerValues => ({
  scalars,
  grids,
})
