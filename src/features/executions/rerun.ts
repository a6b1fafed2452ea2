import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type ExecutionId, newId } from '../../lib/ids.ts'
import { conflict, notFound } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { type EnvironmentGrant, enterProject } from '../projects/access.ts'
import { readStartFacts } from './create-store.ts'
import { insertRerun, type OldExecution, readOldExecution } from './rerun-store.ts'
import type { NewRerun } from './schema.ts'

const running = { project: 'executions:run', environment: 'environment:run' } as const

export interface RerunWish {
  readonly projectId: string
  /** The execution that is to be run again. */
  readonly id: string
  readonly from: NewRerun['from']
  /** What the new execution is called when the request is repeated. */
  readonly reservedId: string | undefined
}

/**
 * Runs an execution again: the same pipeline of the same version in the same environment, on the same runner, with the
 * values of its caller. It needs what running the pipeline needs.
 */
export function createReruns(db: Db) {
  return async (caller: Caller, { projectId, id, reservedId }: RerunWish) => {
    const reading = await enterProject(db, caller, projectId, 'executions:run')
    const old = await readOldExecution(db, reading, id)
    if (old === undefined) throw notFound('Pipeline execution', id)
    const grant = await enterEnvironment(db, caller, projectId, old.environmentName, running)
    await refuseUnrunnable(db, grant, old)
    const newExecution = (reservedId ?? newId()) as ExecutionId
    const made = await insertRerun(db, grant, { old, id: newExecution })
    if (!made) {
      throw conflict(`An execution with the tag ${old.tag} is queued or running in ${grant.environmentName}`)
    }
    return { pipelineExecutionId: newExecution }
  }
}

/** What an execution needs must still be there: nothing is put in the place of what is gone. */
async function refuseUnrunnable(
  db: Db,
  grant: EnvironmentGrant<'executions:run'>,
  old: OldExecution,
): Promise<void> {
  const { environmentName, versionName, pipelineName, runnerId } = old
  if (old.parentId !== null) {
    throw conflict(`This was run by a step of ${old.parentId}; run that execution again`)
  }
  if (grant.environmentId !== old.environmentId) {
    throw conflict(`The environment it ran in was deleted; start the pipeline anew in ${environmentName}`)
  }
  const facts = await readStartFacts(db, grant, { versionName, pipelineName, runnerId })
  if (facts.version?.artifactId !== old.artifactId || facts.version.path === null) {
    throw conflict(`The version ${versionName} it ran is not in ${environmentName} any more; start another one`)
  }
  if (facts.runner === undefined) {
    throw conflict(`The runner ${runnerId} it ran on does not exist any more; start the pipeline with another`)
  }
  if (facts.runner.restricted && !facts.runner.allowed) {
    throw conflict(`The runner ${runnerId} may not serve ${environmentName} any more; start it with another`)
  }
}
