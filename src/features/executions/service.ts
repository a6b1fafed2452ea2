import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import { badRequest, conflict, notFound, Problem } from '../../lib/problem.ts'
import { pipelineNameOf, pipelineReference } from '../../pipeline/names.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { findPublishedPipeline, readPipelineFile } from '../artifacts/service.ts'
import { type EnteredEnvironment, enterEnvironment } from '../environments/access.ts'
import { enterProject, type Grant, type ProjectPermission } from '../projects/access.ts'
import { cancelExecution } from './cancel-store.ts'
import { cursorAfter, readCursor } from './cursor.ts'
import type {
  Execution,
  ExecutionList,
  ExecutionPatch,
  ExecutionQuery,
  NewExecution,
  Trigger,
} from './schema.ts'
import { readStart } from './snapshot-store.ts'
import { startValues } from './start-values.ts'
import * as store from './store.ts'

const running = { project: 'executions:run', environment: 'environment:run' } as const
const MAX_LIMIT = 100

/** Use cases of decisions.md §8 and of the specification's "List steps of a pipeline execution". */
export function createExecutions(db: Db) {
  async function create(caller: Caller, projectId: string, wanted: NewExecution, trigger: Trigger = 'API') {
    const grant = await enterEnvironment(db, caller, projectId, wanted.environmentName, running)
    const published = await publishedFor(grant, wanted)
    const runnerId = await runnerFor(grant, wanted.agentId)
    const pipelineExecutionId = await store.insertExecution(db, grant, {
      artifactId: published.artifactId,
      versionName: published.versionName,
      pipelineName: pipelineReference(wanted.pipelineName),
      pipelineType: pipelineNameOf(published.path)?.kind ?? 'orchestration',
      runnerId,
      trigger,
      tag: wanted.executionTag,
      scalarVariables: wanted.scalarVariables ?? {},
      gridVariables: wanted.gridVariables ?? {},
    })
    return { pipelineExecutionId }
  }

  async function publishedFor(grant: EnteredEnvironment<'executions:run'>, wanted: NewExecution) {
    const { environmentName, versionName } = wanted
    const name = pipelineReference(wanted.pipelineName)
    const found = await findPublishedPipeline(db, grant.environmentId, versionName, name)
    if (!('none' in found)) return found
    if (found.none === 'version') {
      throw new Problem(
        'not-found',
        versionName === undefined
          ? `Nothing is published in ${environmentName}; publish a version first`
          : `${environmentName} has no version ${versionName}`,
      )
    }
    throw new Problem(
      'not-found',
      `The version ${found.versionName} in ${environmentName} has no pipeline ${name}`,
    )
  }

  async function runnerFor(grant: EnteredEnvironment<'executions:run'>, agentId: string | undefined) {
    const id = agentId ?? grant.defaultRunnerId
    const runner = await store.findRunnerFor(db, grant, id)
    if (runner === undefined) throw badRequest([`body/agentId: runner ${id} does not exist`])
    if (runner.restricted && !runner.allowed) {
      throw new Problem(
        'forbidden',
        `The runner ${id} is not allowed to serve ${grant.environmentName} of this project`,
      )
    }
    return id
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
    const start = await readStart(db, id)
    if (start === undefined) return execution
    const file = await readPipelineFile(db, start.artifactId, start.pipelineName)
    const declared = file && parsePipelineFile(file.path, file.content).pipeline?.variables
    return { ...execution, variables: startValues(start, declared ?? new Map()) }
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
    const rows = await store.listExecutions(db, caller, filter, after, limit + 1)
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

  async function steps(caller: Caller, projectId: string, id: string, page: PageRequest) {
    const { pipelineExecutionId } = await get(caller, id, projectId)
    return store.listSteps(db, pipelineExecutionId, page)
  }

  return {
    create,
    get,
    details,
    status,
    list,
    cancel,
    steps,
    rootOf: (id: string) => store.findRootOf(db, id),
  }
}

export type Executions = ReturnType<typeof createExecutions>
export { CANCEL_CHANNEL } from './cancel-store.ts'
export { createGateway, type Gateway, RESTART_EXIT_CODE } from './gateway.ts'
export { createExecutionLogs, type ExecutionLogs } from './logs.ts'
export {
  BACKFILL_PRIORITY,
  insertScheduledExecutions,
  NO_ARTIFACT,
  type ScheduledExecution,
} from './scheduled-store.ts'
export { endSessionsOfRunner } from './session-store.ts'
export { QUEUED_CHANNEL } from './store.ts'
export { executionPasses } from './work.ts'
