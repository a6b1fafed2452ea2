import type { operations } from '../../../openapi/types.generated.ts'
import { liveStates } from '../../api/states.generated.ts'
import type { ExecutionStatus } from './shapes.ts'
import { executionStatuses } from './shapes.ts'

type Query = NonNullable<operations['listPipelineExecutions']['parameters']['query']>
type Cancellation = operations['cancelPipelineExecutions']['requestBody']['content']['application/json']

/**
 * What the address of a list says, each as text; `page` is the API's token of the page, absent on the first.
 */
export const filterSearch = {
  project: 'text',
  status: 'text',
  pipeline: 'text',
  environment: 'text',
  schedule: 'text',
  runner: 'text',
  after: 'text',
  before: 'text',
  queuedAfter: 'text',
  queuedBefore: 'text',
  timeFrame: 'text',
  unpublished: 'text',
  sort: 'text',
  page: 'text',
} as const

export type Filter = { readonly [K in keyof typeof filterSearch]?: string | undefined }

/** The filter as the API is asked; what cannot be meant, such as an unknown status, is left out. */
export function queryOf(filter: Filter, limit: number): Query {
  return present({
    ...criteriaOf(filter),
    limit,
    projectId: filter.project,
    status: statusesOf(filter.status),
    sort: filter.sort === 'queuedAt' ? filter.sort : undefined,
    paginationToken: filter.page,
  })
}

/**
 * What `POST …/cancellations` is asked to cancel everything that the list shows with this filter, or the
 * sentence why that cannot be asked: what has ended cannot be cancelled.
 */
export function cancellationOf(filter: Filter): Cancellation | string {
  const statuses = statusesOf(filter.status)
  if (statuses === undefined) return present(criteriaOf(filter))
  const live = liveStates.filter((one) => statuses.includes(one))
  if (live.length === 0) {
    return `${statuses.join(' and ')} executions cannot be cancelled. Filter by QUEUED or RUNNING, or by no status.`
  }
  return present({ ...criteriaOf(filter), status: live })
}

const criteriaOf = (filter: Filter) => ({
  pipelineName: filter.pipeline,
  environmentName: filter.environment,
  scheduleId: filter.schedule,
  agentId: filter.runner,
  startedAfter: instantOf(filter.after),
  startedBefore: instantOf(filter.before),
  queuedAfter: instantOf(filter.queuedAfter),
  queuedBefore: instantOf(filter.queuedBefore),
  timeFrame: filter.timeFrame,
  unpublished: booleanOf(filter.unpublished),
})

/** Whether anything narrows the list. */
export const isNarrowed = ({ page, sort, ...filter }: Filter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

/** One or more, as the API takes them: with commas between them. */
function statusesOf(text = ''): ExecutionStatus[] | undefined {
  const named = text.split(',')
  const known = executionStatuses.filter((status) => named.includes(status))
  return known.length === 0 ? undefined : known
}

const booleanOf = (text: string | undefined): boolean | undefined =>
  text === 'true' || text === 'false' ? text === 'true' : undefined

function instantOf(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>
