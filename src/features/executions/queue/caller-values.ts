import type { Db } from '../../../db/database.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { type CallerValues, startVariables } from '../../../pipeline/variables.ts'
import { readVariableShapes } from '../../variables/access.ts'
import { createDeclaredVariables } from '../queries/declared-variables.ts'

/** Values for the variables of a published pipeline, in one project. */
export interface GivenValues extends CallerValues {
  readonly projectId: string
  readonly artifactId: string
  readonly pipelineName: string
}

interface ValueFaults {
  readonly scalars: readonly string[]
  readonly grids: readonly string[]
}

/** What is wrong with values that a caller or a schedule gives: unknown, private and mistyped variables. */
export type CheckValues = (db: Db, given: GivenValues) => Promise<ValueFaults>

/** The faults of values at the members of a request that gave them. */
export const valueViolations = ({ scalars, grids }: ValueFaults): string[] => [
  ...scalars.map((fault) => `body/scalarVariables: ${fault}`),
  ...grids.map((fault) => `body/gridVariables: ${fault}`),
]

const nothing = { kind: 'orchestration', description: '', components: new Map() } as const

/**
 * Decides before an execution exists what its runner would decide when it begins, by the same rules
 * (decisions.md §8). A pipeline that cannot be read is no reason to refuse values: it fails with what is
 * wrong with its file.
 */
export function createCheckValues(connection: Db, parsePipeline: ParsePipeline): CheckValues {
  const declaredBy = createDeclaredVariables(connection, parsePipeline)
  return async (db, { projectId, artifactId, pipelineName, scalars, grids }) => {
    const names = [...Object.keys(scalars), ...Object.keys(grids)]
    if (names.length === 0) return { scalars: [], grids: [] }
    const declared = await declaredBy(artifactId, pipelineName)
    if (declared === undefined) return { scalars: [], grids: [] }
    const pipeline: Pipeline = { ...nothing, name: pipelineName, variables: declared }
    const others = names.filter((name) => !declared.has(name))
    const project = others.length === 0 ? [] : await readVariableShapes(db, projectId, others)
    return {
      scalars: startVariables(pipeline, project, { scalars, grids: {} }).faults,
      grids: startVariables(pipeline, project, { scalars: {}, grids }).faults,
    }
  }
}
