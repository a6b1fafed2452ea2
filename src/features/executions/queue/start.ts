import { createBatcher } from '../../../db/batcher.ts'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { coalesced } from '../../../lib/coalesce.ts'
import type { ExecutionId } from '../../../lib/ids.ts'
import { badRequest, conflict, notFoundIn, Problem } from '../../../lib/problem.ts'
import { traceContextOf } from '../../../lib/trace-context.ts'
import { pipelineNameOf, pipelineReference } from '../../../pipeline/names.ts'
import { TESTS_PIPELINE } from '../../../pipeline/tests/tests-flow.ts'
import { enterEnvironment } from '../../environments/access.ts'
import type { EnvironmentGrant } from '../../projects/access.ts'
import type { Execution, NewExecution } from '../schema.ts'
import { type CheckValues, valueViolations } from './caller-values.ts'
import { createdExecution } from './created-execution.ts'
import { createEnqueue } from './enqueue.ts'
import { type Beginning, type QueuedExecution, queuedExecution } from './enqueue-store.ts'
import type { HandOff } from './offer.ts'
import { readStartFacts, type StartFacts } from './start-facts-store.ts'
import { triggerOf } from './trigger.ts'
import type { UnpublishedRuns } from './unpublished.ts'

const running = { project: 'executions:run', environment: 'environment:run' } as const

/** Executions that arrive together are queued with one statement of at most this many. */
const MAX_BATCH = 500
/** Under load a request waits this many turns of the event loop for others to be queued with. */
const GATHER_TURNS = 3

interface Start {
  readonly caller: Caller
  readonly projectId: string
  readonly wanted: Pick<
    NewExecution,
    | 'pipelineName'
    | 'environmentName'
    | 'versionName'
    | 'ref'
    | 'draft'
    | 'fromComponentName'
    | 'onlyComponentName'
    | 'agentId'
  >
  /** Whether tests run, not the pipeline of that name. */
  readonly runsTests: boolean
}

export interface StartDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  readonly handOff: HandOff
  readonly checkValues: CheckValues
  readonly unpublished: UnpublishedRuns
  /** An execution of the project, if it has it. */
  readonly find: (grant: EnvironmentGrant<'executions:run'>, id: string) => Promise<Execution | undefined>
}

/** Starting pipelines that callers ask for. */
export function createStart({ db, writer, handOff, find, checkValues, unpublished }: StartDependencies) {
  const queue = createBatcher<QueuedExecution, Beginning | undefined>(
    { laneCount: 2, maxItems: MAX_BATCH, gatherTurns: GATHER_TURNS },
    createEnqueue(writer, handOff),
  )
  // Callers that start the same pipeline at the same time share the look-ups.
  const prepare = coalesced(({ caller, projectId, wanted, runsTests }: Start) => {
    const { pipelineName, environmentName, versionName, ref, draft, agentId } = wanted
    const source = [versionName, ref, draft, wanted.fromComponentName, wanted.onlyComponentName]
    return JSON.stringify([
      caller.clientId,
      projectId,
      pipelineName,
      environmentName,
      source,
      agentId,
      runsTests,
    ])
  }, prepareStart)

  /**
   * A request with an `id` may be repeated: when that execution exists it is the answer. The headers of the
   * request say which trace it is a part of.
   */
  async function create(
    caller: Caller,
    projectId: string,
    wanted: NewExecution,
    id?: string,
    headers: Readonly<Record<string, unknown>> = {},
  ): Promise<Execution> {
    const { grant, ...prepared } = await prepare({ caller, projectId, wanted, runsTests: false })
    const { scalarVariables = {}, gridVariables = {} } = wanted
    const { artifactId, pipelineName } = prepared
    const values = { scalars: scalarVariables, grids: gridVariables }
    const violations = valueViolations(
      await checkValues(db, { projectId, artifactId, pipelineName, ...values }),
    )
    if (violations.length > 0) throw badRequest(violations)
    const trigger = triggerOf(caller, wanted)
    const tag = wanted.executionTag ?? null
    const traceContext = traceContextOf(headers)
    return queued(grant, { trigger, tag, scalarVariables, gridVariables, traceContext, ...prepared }, id)
  }

  /** Starts tests: `select` says, of the version that they are of, which. */
  async function createTests(
    caller: Caller,
    projectId: string,
    wanted: Omit<NewExecution, 'pipelineName' | 'scalarVariables' | 'gridVariables'>,
    select: (artifactId: string) => Promise<Pick<QueuedExecution, 'scalarVariables' | 'gridVariables'>>,
    id: string | undefined,
  ): Promise<Execution> {
    const tests = { ...wanted, pipelineName: TESTS_PIPELINE }
    const { grant, ...prepared } = await prepare({ caller, projectId, wanted: tests, runsTests: true })
    const values = await select(prepared.artifactId)
    const trigger = triggerOf(caller, tests)
    return queued(grant, { ...prepared, ...values, trigger, tag: wanted.executionTag ?? null }, id)
  }

  async function queued(
    grant: EnvironmentGrant<'executions:run'>,
    own: Parameters<typeof queuedExecution>[1],
    id: string | undefined,
  ): Promise<Execution> {
    const execution = queuedExecution(grant, own, id as ExecutionId | undefined)
    const beginning = await queue.add(execution.runnerId, execution)
    if (beginning !== undefined) return createdExecution(execution, beginning)
    const earlier = id === undefined ? undefined : await find(grant, id)
    if (earlier !== undefined) return earlier
    throw conflict(`An execution with the tag ${own.tag} is queued or running in ${grant.environmentName}`)
  }

  async function prepareStart({ caller, projectId, wanted, runsTests }: Start) {
    const { environmentName, versionName } = wanted
    const grant = await enterEnvironment(db, caller, projectId, environmentName, running)
    const pipelineName = pipelineReference(wanted.pipelineName)
    const runnerId = wanted.agentId ?? grant.defaultRunnerId
    const source = await unpublished.keep(grant, wanted)
    const sourceId = source?.artifactId
    const facts = await readStartFacts(db, grant, { versionName, sourceId, pipelineName, runnerId })
    const version = runsTests
      ? { ...enabledVersion(facts, wanted), path: '' }
      : versionToRun(facts, { ...wanted, pipelineName })
    checkRunner(facts, runnerId, environmentName)
    return {
      grant,
      pipelineName,
      pipelineType: pipelineNameOf(version.path)?.kind ?? 'orchestration',
      runnerId,
      artifactId: version.artifactId,
      versionName: version.name,
      unpublished: source?.facts,
    }
  }

  return { create, createTests }
}

/**
 * The version to run, with the path of the pipeline's file. Throws `not-found` without one, `gone` when it is
 * disabled.
 */
export function versionToRun(facts: StartFacts, wanted: Start['wanted']) {
  const { pipelineName, environmentName } = wanted
  const version = enabledVersion(facts, wanted)
  const { path } = version
  if (path !== null) return { ...version, path }
  const { ref, draft } = wanted
  if (ref !== undefined) throw notFoundIn('Pipeline', pipelineName, ref)
  if (draft !== undefined) throw notFoundIn('Pipeline', pipelineName, `the draft of ${draft}`)
  const detail = `The version ${version.name} in ${environmentName} has no pipeline ${pipelineName}`
  throw new Problem('not-found', detail)
}

/** Throws `not-found` without a version, `gone` when it is disabled. */
function enabledVersion(
  { version }: StartFacts,
  { versionName, environmentName }: Pick<Start['wanted'], 'versionName' | 'environmentName'>,
) {
  if (version === undefined) {
    const detail =
      versionName === undefined
        ? `Nothing is published in ${environmentName}; publish a version first`
        : `${environmentName} has no version ${versionName}`
    throw new Problem('not-found', detail)
  }
  if (!version.enabled)
    throw new Problem(
      'gone',
      `The version ${version.name} in ${environmentName} is disabled; run another one`,
    )
  return version
}

/** Throws unless the runner exists and may serve the environment. */
function checkRunner({ runner }: StartFacts, runnerId: string, environmentName: string): void {
  if (runner === undefined) throw badRequest([`body/agentId: runner ${runnerId} does not exist`])
  if (!runner.mayServe) {
    throw new Problem('forbidden', `The runner ${runnerId} may not serve ${environmentName} of this project`)
  }
}
