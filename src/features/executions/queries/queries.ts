import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { cursorAfter, readCursor } from '../../../http/cursor.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import { orderOf } from '../../../http/sort.ts'
import { notFound } from '../../../lib/problem.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import { enterProject } from '../../projects/access.ts'
import { enterExecution } from '../access.ts'
import type { Execution, ExecutionList, ExecutionQuery, Step, StepAddress } from '../schema.ts'
import type { DeclaredBy } from './declared-variables.ts'
import { findExecution, findRootOf, findSource } from './find-store.ts'
import { countExecutions, listExecutions } from './list-store.ts'
import { maskingOf, startValues, unmaskedStartValues } from './start-values.ts'
import { createStarts } from './starts.ts'
import { createStepDetails } from './step-details.ts'
import { listSteps } from './step-store.ts'
import { sinceTimeFrame } from './time-frame.ts'
import { changesOf, shownStep } from './variable-changes.ts'

const MAX_PAGE = 100

/** Reading executions and their steps. */
export function createQueries(db: Db, parsePipeline: ParsePipeline, declaredBy: DeclaredBy) {
  const readStart = createStarts(db, declaredBy)
  const stepDetails = createStepDetails(db, parsePipeline, readStart)

  /** An execution as lists show it. Without `inProject` its own project is entered. */
  async function get(caller: Caller, id: string, inProject?: string): Promise<Execution> {
    const address = { pipelineExecutionId: id, ...(inProject !== undefined && { projectId: inProject }) }
    const grant = await enterExecution(db, caller, address, 'executions:read')
    const found = await findExecution(db, grant, id)
    if (found === undefined) throw notFound('Pipeline execution', id)
    return found
  }

  /**
   * The execution with the variables it started with: those of project and pipeline, and those of its caller.
   */
  async function details(caller: Caller, id: string, inProject?: string): Promise<Execution> {
    const execution = await get(caller, id, inProject)
    const start = await readStart(id)
    return start === undefined ? execution : { ...execution, variables: startValues(...start) }
  }

  /** The files that an execution ran with, of a version or of something unpublished. */
  async function source(caller: Caller, projectId: string, id: string) {
    const grant = await enterExecution(db, caller, { projectId, pipelineExecutionId: id }, 'executions:read')
    const found = await findSource(db, grant, id)
    if (found === undefined) throw notFound('Pipeline execution', id)
    return { ...found, warehouse: grant.warehouse }
  }

  async function status(caller: Caller, id: string, inProject?: string) {
    const { pipelineExecutionId, status } = await get(caller, id, inProject)
    return { pipelineExecutionId, status }
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
    const start = changes.length === 0 ? undefined : await readStart(pipelineExecutionId)
    const masking = maskingOf([...changes, ...(start ? unmaskedStartValues(...start) : [])])
    return { ...listed, results: listed.results.map((step) => shownStep(step, masking)) }
  }

  return {
    get,
    details,
    source,
    status,
    list: (caller: Caller, query: ExecutionQuery) => list(db, caller, query),
    steps,
    async step(caller: Caller, { projectId, pipelineExecutionId, stepId }: StepAddress, isFull: boolean) {
      await get(caller, pipelineExecutionId, projectId)
      return stepDetails(pipelineExecutionId, stepId, isFull)
    },
    rootOf: (id: string) => findRootOf(db, id),
  }
}

/** A page of executions. One more than the page is read, to know whether another follows. */
async function list(db: Db, caller: Caller, query: ExecutionQuery): Promise<ExecutionList> {
  const { limit: wanted, paginationToken, countUpTo, timeFrame, status: asked, sort, ...filter } = query
  const limit = Math.min(wanted, MAX_PAGE)
  if (filter.projectId !== undefined) await enterProject(db, caller, filter.projectId, 'executions:read')
  const after = paginationToken === undefined ? undefined : readCursor(paginationToken)
  const isOldestFirst = !orderOf(sort, '-queuedAt').isReversed
  const status = asked?.filter((one) => one !== 'UNKNOWN')
  if (status?.length === 0) return { results: [], ...(countUpTo !== undefined && { count: 0 }) }
  const listed = {
    ...filter,
    ...sinceTimeFrame('query', timeFrame, filter.queuedAfter),
    ...(status !== undefined && { status }),
  }
  const rows = await listExecutions(db, caller, listed, { after, isOldestFirst }, limit + 1)
  const results = rows.slice(0, limit)
  const hasMore = rows.length > limit
  return {
    results,
    ...(hasMore && { more: cursorAfter(results.at(-1)!.pipelineExecutionId) }),
    ...(countUpTo !== undefined && { count: await countExecutions(db, caller, listed, countUpTo) }),
  }
}
