import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { type ExecutionId, newId } from '../../../lib/ids.ts'
import { conflict, notFound, Problem } from '../../../lib/problem.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { TESTS_PIPELINE } from '../../../pipeline/tests/tests-flow.ts'
import { readPipelineFile } from '../../artifacts/service.ts'
import { type EnteredEnvironment, enterEnvironment } from '../../environments/access.ts'
import { enterProject } from '../../projects/access.ts'
import { findExecution } from '../queries/find-store.ts'
import type { CheckValues } from '../queue/caller-values.ts'
import { versionToRun } from '../queue/start.ts'
import { readStartFacts, type StartFacts } from '../queue/start-facts-store.ts'
import { refuseUnpublished } from '../queue/unpublished.ts'
import type { Execution, ExecutionAddress, NewRerun } from '../schema.ts'
import { isTerminal } from '../states.ts'
import { refuseReplacement, valuesToRun } from './replacement.ts'
import {
  insertRerun,
  type OldExecution,
  type Replacement,
  readOldExecution,
  readOldJournal,
} from './rerun-store.ts'
import { isComplete, type JournalCopy, journalCopy, type OldJournal } from './rules.ts'

const running = { project: 'executions:run', environment: 'environment:run' } as const

export interface RerunRequest {
  readonly projectId: string
  /** The execution to rerun. */
  readonly id: string
  readonly wanted: NewRerun
  /** The id of the new execution, reserved for repetitions of the request. */
  readonly reservedId: string | undefined
}

/**
 * Reruns an execution: the same pipeline in the same environment, on the same runner, of the same version and
 * with the same caller's values unless the request has others. It needs the permissions of running the
 * pipeline. From the failed step it is a recovery: the new execution begins with the journal of the old one,
 * without what failed and what followed from that (ADR 2), and version and values stay.
 */
export function createReruns(db: Db, parsePipeline: ParsePipeline, checkValues: CheckValues) {
  async function enter(caller: Caller, projectId: string, id: string) {
    const reading = await enterProject(db, caller, projectId, 'executions:run')
    const old = await readOldExecution(db, reading, id)
    if (old === undefined || (await findExecution(db, reading, id)) === undefined)
      throw notFound('Pipeline execution', id)
    if (old.pipelineName === TESTS_PIPELINE)
      throw conflict(
        'A test execution cannot be rerun: start the tests again, or only those that failed by name',
      )
    return { old, grant: await enterEnvironment(db, caller, projectId, old.environmentName, running) }
  }

  async function rerun(
    caller: Caller,
    { projectId, id, wanted, reservedId }: RerunRequest,
  ): Promise<Execution> {
    const { old, grant } = await enter(caller, projectId, id)
    refuseReplacement(wanted)
    const version = await refuseUnrunnable(db, grant, old, wanted.versionName)
    const values = await valuesToRun(db, checkValues, { grant, old, wanted, version })
    const newExecution = (reservedId ?? newId()) as ExecutionId
    const isResumed = wanted.from === 'FAILED_STEP'
    const copy = isResumed ? await copyOf(db, parsePipeline, old, newExecution) : undefined
    const made = await insertRerun(db, grant, {
      old,
      id: newExecution,
      copy,
      replacement: { version, values },
    })
    if (made === 'incomplete') throw removed(id)
    if (made === 'tag-in-use') {
      throw conflict(`An execution with the tag ${old.tag} is queued or running in ${grant.environmentName}`)
    }
    return made
  }

  return {
    rerun,
    /** Throws unless the caller may rerun the execution. */
    async admitToRerun(
      caller: Caller,
      { projectId, pipelineExecutionId }: Required<ExecutionAddress>,
    ): Promise<void> {
      await enter(caller, projectId, pipelineExecutionId)
    },
  }
}

const removed = (id: string) =>
  conflict(`The steps of ${id} were deleted by retention; rerun it from the start`)

async function copyOf(
  db: Db,
  parsePipeline: ParsePipeline,
  old: OldExecution,
  to: ExecutionId,
): Promise<JournalCopy> {
  const { id, status } = old
  if (status !== 'FAILED' && status !== 'CANCELLED') {
    const reason = isTerminal(status)
      ? `none of its steps failed: it is ${status}`
      : `it has not ended: it is ${status}`
    throw conflict(`Cannot rerun ${id} from its failed step: ${reason}`)
  }
  const journal = await readOldJournal(db, id)
  if (!isComplete(journal, id, old.lastReport)) throw removed(id)
  const unfinished = journal.executions.filter((one) => one.status !== 'SUCCESS')
  const pipelines = new Map<string, Pipeline>()
  for (const same of Map.groupBy(unfinished, fileOf).values()) {
    const { artifactId, pipelineName } = same[0]!
    const file = await readPipelineFile(db, artifactId, pipelineName)
    const pipeline = file && (await parsePipeline(file.path, file.content))
    if (pipeline !== undefined) for (const one of same) pipelines.set(one.id, pipeline)
  }
  return journalCopy({ from: id, to }, journal, pipelines)
}

const fileOf = ({ artifactId, pipelineName }: OldJournal['executions'][number]): string =>
  `${artifactId} ${pipelineName}`

/**
 * What the execution ran with must still exist: nothing is substituted for it but the version that the caller
 * names, which is the answer.
 */
async function refuseUnrunnable(
  db: Db,
  grant: EnteredEnvironment<'executions:run'>,
  old: OldExecution,
  wantedVersion: string | undefined,
): Promise<Replacement['version']> {
  const { environmentName, pipelineName, runnerId } = old
  if (old.parentId !== null) {
    throw conflict(`This execution was started by a step of ${old.parentId}; rerun that execution`)
  }
  if (grant.environmentId !== old.environmentId) {
    throw conflict(`The environment it ran in was deleted; start the pipeline in ${environmentName} instead`)
  }
  const sourceId = wantedVersion === undefined ? (old.sourceId ?? undefined) : undefined
  if (sourceId !== undefined) refuseUnpublished(grant)
  const versionName = wantedVersion ?? old.versionName
  const facts = await readStartFacts(db, grant, { versionName, sourceId, pipelineName, runnerId })
  const version =
    wantedVersion === undefined
      ? refuseOldVersion(facts, old)
      : versionToRun(facts, { pipelineName, environmentName, versionName })
  if (facts.runner === undefined) {
    throw conflict(`The runner ${runnerId} it ran on no longer exists; start the pipeline on another runner`)
  }
  if (!facts.runner.mayServe) {
    throw conflict(
      `The runner ${runnerId} may no longer serve ${environmentName}; start the pipeline on another`,
    )
  }
  if (version === undefined) return undefined
  const pipelineType = pipelineNameOf(version.path)?.kind ?? 'orchestration'
  return { artifactId: version.artifactId, name: version.name, pipelineType }
}

/** Throws unless the version that the execution ran is still what it was. */
function refuseOldVersion({ version }: StartFacts, old: OldExecution): undefined {
  const { versionName, environmentName } = old
  if (version?.artifactId !== old.artifactId || version.path === null) {
    throw conflict(
      `The version ${versionName} it ran is no longer in ${environmentName}; start another version of the pipeline`,
    )
  }
  if (!version.enabled) {
    throw new Problem(
      'gone',
      `The version ${versionName} it ran is disabled; enable it, or start the pipeline in another`,
    )
  }
}
