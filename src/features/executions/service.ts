import { createBatcher } from '../../db/batcher.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { coalesced } from '../../lib/coalesce.ts'
import type { ExecutionId } from '../../lib/ids.ts'
import { badRequest, conflict, notFound, Problem } from '../../lib/problem.ts'
import { pipelineNameOf, pipelineReference } from '../../pipeline/names.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { readPipelineFile } from '../artifacts/service.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject, type Grant, type ProjectPermission } from '../projects/access.ts'
import { cancelExecution, cancelExecutions } from './endings/cancel-store.ts'
import { cursorAfter, readCursor } from './queries/cursor.ts'
import * as store from './queries/find-store.ts'
import { listExecutions } from './queries/list-store.ts'
import { maskingOf, startValues, unmaskedStartValues } from './queries/start-values.ts'
import { listSteps } from './queries/step-store.ts'
import { changesOf, shownStep } from './queries/variable-changes.ts'
import { type QueuedExecution, queuedExecution, readStartFacts } from './queue/create-store.ts'
import { createCreator, type HandOff, noHandOff } from './queue/enqueue.ts'
import { readStart } from './queue/snapshot-store.ts'
import { createReruns } from './reruns/rerun.ts'
import { triggerOf } from './rules.ts'
import type {
  Execution,
  ExecutionList,
  ExecutionPatch,
  ExecutionQuery,
  NewCancellations,
  NewExecution,
  Step,
  Trigger,
} from './schema.ts'

const running = { project: 'executions:run', environment: 'environment:run' } as const
const MAX_LIMIT = 100
/** Executions that one request cancels. */
const MAX_CANCELLED = 1_000

/** Executions that arrive together are queued with one statement of at most this many. */
const MAX_BATCH = 500
/** Under load a request waits this long for others to be queued with. */
const GATHER_MS = 1

interface Start {
  readonly caller: Caller
  readonly projectId: string
  readonly wanted: Pick<NewExecution, 'pipelineName' | 'environmentName' | 'versionName' | 'agentId'>
}

/**
 * Use cases of decisions.md §8 and of the specification's "List steps of a pipeline execution". `writer` are connections
 * of their own for what waits for the disk, so that reading does not wait behind it. `handOff`: see `create.ts`.
 */
export function createExecutions(db: Db, writer: Db = db, handOff: HandOff = noHandOff) {
  const queue = createBatcher<QueuedExecution, boolean>(
    { laneCount: 2, maxItems: MAX_BATCH, gatherMs: GATHER_MS },
    createCreator(writer, handOff),
  )
  const prepare = coalesced(({ caller, projectId, wanted }: Start) => {
    const { pipelineName, environmentName, versionName, agentId } = wanted
    return JSON.stringify([caller.clientId, projectId, pipelineName, environmentName, versionName, agentId])
  }, prepareStart)

  /** With `id` it may be asked for again: an execution of that id that is there already is the answer. */
  async function create(
    caller: Caller,
    projectId: string,
    wanted: NewExecution,
    id?: string,
    trigger: Trigger = triggerOf(caller),
  ) {
    const { grant, ...prepared } = await prepare({ caller, projectId, wanted })
    const tag = wanted.executionTag ?? null
    const { scalarVariables = {}, gridVariables = {} } = wanted
    const own = { ...prepared, trigger, tag, scalarVariables, gridVariables }
    const execution = queuedExecution(grant, { ...own, ...(id !== undefined && { id: id as ExecutionId }) })
    const queued = await queue.add(execution.runnerId, execution)
    if (!queued && (id === undefined || (await store.findExecution(db, grant, id)) === undefined)) {
      throw conflict(`An execution with the tag ${tag} is queued or running in ${grant.environmentName}`)
    }
    return { pipelineExecutionId: execution.id }
  }

  async function prepareStart({ caller, projectId, wanted }: Start) {
    const { environmentName, versionName } = wanted
    const grant = await enterEnvironment(db, caller, projectId, environmentName, running)
    const pipelineName = pipelineReference(wanted.pipelineName)
    const runnerId = wanted.agentId ?? grant.defaultRunnerId
    const { version, runner } = await readStartFacts(db, grant, { versionName, pipelineName, runnerId })
    if (version === undefined) {
      throw new Problem(
        'not-found',
        versionName === undefined
          ? `Nothing is published in ${environmentName}; publish a version first`
          : `${environmentName} has no version ${versionName}`,
      )
    }
    if (version.path === null) {
      const detail = `The version ${version.name} in ${environmentName} has no pipeline ${pipelineName}`
      throw new Problem('not-found', detail)
    }
    if (runner === undefined) throw badRequest([`body/agentId: runner ${runnerId} does not exist`])
    if (runner.restricted && !runner.allowed) {
      throw new Problem(
        'forbidden',
        `The runner ${runnerId} may not serve ${environmentName} of this project`,
      )
    }
    const pipelineType = pipelineNameOf(version.path)?.kind ?? 'orchestration'
    return {
      grant,
      pipelineName,
      pipelineType,
      runnerId,
      artifactId: version.artifactId,
      versionName: version.name,
    }
  }

  /** Enters the project that an execution belongs to; an execution one may not see does not exist. */
  async function enterExecution<P extends ProjectPermission>(
    caller: Caller,
    id: string,
    permission: P,
    inProject?: string,
  ): Promise<Grant<P>> {
    if (inProject !== undefined) return enterProject(db, caller, inProject, permission)
    const projectId = await store.findProjectOf(db, id)
    if (projectId === undefined) throw notFound('Pipeline execution', id)
    return enterProject(db, caller, projectId, permission).catch((error: unknown) => {
      throw error instanceof Problem && error.kind === 'not-found'
        ? notFound('Pipeline execution', id)
        : error
    })
  }

  /** The execution with the variables it began with: project and pipeline values, and those its caller gave. */
  async function details(caller: Caller, id: string, inProject?: string): Promise<Execution> {
    const execution = await get(caller, id, inProject)
    const begun = await beginning(id)
    return begun === undefined ? execution : { ...execution, variables: startValues(...begun) }
  }

  /** What an execution began with, and the variables its pipeline declares; undefined before it has started. */
  async function beginning(id: string): Promise<Parameters<typeof startValues> | undefined> {
    const start = await readStart(db, id)
    if (start === undefined) return undefined
    const file = await readPipelineFile(db, start.artifactId, start.pipelineName)
    return [start, (file && parsePipelineFile(file.path, file.content).pipeline?.variables) ?? new Map()]
  }

  async function get(caller: Caller, id: string, inProject?: string): Promise<Execution> {
    const grant = await enterExecution(caller, id, 'executions:read', inProject)
    const found = await store.findExecution(db, grant, id)
    if (found === undefined) throw notFound('Pipeline execution', id)
    return found
  }

  async function status(caller: Caller, id: string) {
    const { pipelineExecutionId, status } = await get(caller, id)
    return { pipelineExecutionId, status }
  }

  async function list(caller: Caller, query: ExecutionQuery): Promise<ExecutionList> {
    const { limit: wanted, paginationToken, ...filter } = query
    const limit = Math.min(wanted, MAX_LIMIT)
    if (filter.projectId !== undefined) await enterProject(db, caller, filter.projectId, 'executions:read')
    const after = paginationToken === undefined ? undefined : readCursor(paginationToken)
    const rows = await listExecutions(db, caller, filter, after, limit + 1)
    const results = rows.slice(0, limit)
    if (rows.length <= limit) return { results }
    return { results, more: { paginationToken: cursorAfter(results.at(-1)!.pipelineExecutionId), limit } }
  }

  async function cancel(caller: Caller, id: string, { forceUpdate }: ExecutionPatch): Promise<Execution> {
    const grant = await enterExecution(caller, id, 'executions:cancel')
    const change = await cancelExecution(db, grant, id, forceUpdate ?? false)
    if (change === undefined) throw notFound('Pipeline execution', id)
    if (change.parentId !== null)
      throw conflict(`This is run by a step of ${change.parentId}; cancel that execution`)
    if (change.after !== 'CANCELLED' && change.after !== 'CANCELLING') {
      throw conflict(`The execution ended before: it is ${change.after}`)
    }
    return get(caller, id)
  }

  /** Cancels what fits, up to a bound: a queue of a hundred thousand is cancelled by asking until nothing is left. */
  async function cancelMany(caller: Caller, projectId: string, wanted: NewCancellations) {
    const grant = await enterProject(db, caller, projectId, 'executions:cancel')
    const { forceUpdate = false, limit = MAX_CANCELLED, pipelineName, ...filter } = wanted
    const named = pipelineName === undefined ? {} : { pipelineName: pipelineReference(pipelineName) }
    return cancelExecutions(db, grant, { ...filter, ...named }, forceUpdate, limit)
  }

  async function steps(
    caller: Caller,
    projectId: string,
    id: string,
    page: PageRequest,
  ): Promise<Page<Step>> {
    const { pipelineExecutionId } = await get(caller, id, projectId)
    const listed = await listSteps(db, pipelineExecutionId, page)
    const changes = listed.results.flatMap(changesOf)
    const begun = changes.length === 0 ? undefined : await beginning(pipelineExecutionId)
    const masking = maskingOf([...changes, ...(begun ? unmaskedStartValues(...begun) : [])])
    return { ...listed, results: listed.results.map((step) => shownStep(step, masking)) }
  }

  return {
    create,
    get,
    details,
    status,
    list,
    cancel,
    cancelMany,
    steps,
    rerun: createReruns(db),
    rootOf: (id: string) => store.findRootOf(db, id),
  }
}

export type Executions = ReturnType<typeof createExecutions>
export type { ExecutionLogs } from './logs/logs.ts'
export { QUEUED_CHANNEL } from './queries/find-store.ts'
export {
  BACKFILL_PRIORITY,
  insertScheduledExecutions,
  NO_ARTIFACT,
  type ScheduledExecution,
} from './queue/scheduled-store.ts'
