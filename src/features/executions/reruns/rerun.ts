import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { type ExecutionId, newId } from '../../../lib/ids.ts'
import { conflict, notFound } from '../../../lib/problem.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import { parsePipelineFile } from '../../../pipeline/parse.ts'
import { readPipelineFile } from '../../artifacts/service.ts'
import { enterEnvironment } from '../../environments/access.ts'
import { type EnvironmentGrant, enterProject } from '../../projects/access.ts'
import { readStartFacts } from '../queue/create-store.ts'
import type { NewRerun } from '../schema.ts'
import { isTerminal } from '../states.ts'
import { insertRerun, type OldExecution, readOldExecution, readOldJournal } from './rerun-store.ts'
import { isComplete, type JournalCopy, journalCopy } from './rules.ts'

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
 * values of its caller. It needs what running the pipeline needs. From the failed step on it is a recovery: the new
 * execution begins with the journal of the old one, less what failed and what followed from that (ADR 2).
 */
export function createReruns(db: Db) {
  return async (caller: Caller, { projectId, id, from, reservedId }: RerunWish) => {
    const reading = await enterProject(db, caller, projectId, 'executions:run')
    const old = await readOldExecution(db, reading, id)
    if (old === undefined) throw notFound('Pipeline execution', id)
    const grant = await enterEnvironment(db, caller, projectId, old.environmentName, running)
    await refuseUnrunnable(db, grant, old)
    const newExecution = (reservedId ?? newId()) as ExecutionId
    const copy = from === 'FAILED_STEP' ? await copyOf(db, old, newExecution) : undefined
    const made = await insertRerun(db, grant, { old, id: newExecution, copy })
    if (made === 'incomplete') throw removed(id)
    if (made === 'tag-in-use') {
      throw conflict(`An execution with the tag ${old.tag} is queued or running in ${grant.environmentName}`)
    }
    return { pipelineExecutionId: newExecution }
  }
}

const removed = (id: string) =>
  conflict(`The steps of ${id} were removed because of their age; run it again from its start`)

async function copyOf(db: Db, old: OldExecution, to: ExecutionId): Promise<JournalCopy> {
  const { id, status } = old
  if (status !== 'FAILED' && status !== 'CANCELLED') {
    const reason = isTerminal(status)
      ? `no step of it failed: it is ${status}`
      : `it has not ended: it is ${status}`
    throw conflict(`${id} cannot be run again from its failed step, because ${reason}`)
  }
  const journal = await readOldJournal(db, id)
  if (!isComplete(journal, id, old.lastReport)) throw removed(id)
  const unfinished = journal.executions.filter((one) => one.status !== 'SUCCESS')
  const names = new Set(unfinished.map(({ pipelineName }) => pipelineName))
  const pipelines = new Map<string, Pipeline>()
  for (const name of names) {
    const file = await readPipelineFile(db, old.artifactId, name)
    const pipeline = file && parsePipelineFile(file.path, file.content).pipeline
    if (pipeline !== undefined) pipelines.set(name, pipeline)
  }
  return journalCopy({ from: id, to }, journal, pipelines)
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
    throw conflict(
      `The version ${versionName} it ran is not in ${environmentName} any more; start another one`,
    )
  }
  if (facts.runner === undefined) {
    throw conflict(
      `The runner ${runnerId} it ran on does not exist any more; start the pipeline with another`,
    )
  }
  if (facts.runner.restricted && !facts.runner.allowed) {
    throw conflict(`The runner ${runnerId} may not serve ${environmentName} any more; start it with another`)
  }
}
