import { client, invalidate } from '../../api/client.ts'
import { cancellationOf, type Filter } from './filter.ts'

/** What was cancelled at once, and what ends when its runner has stopped what runs. */
export interface Cancelled {
  readonly cancelled: number
  readonly cancelling: number
}

/** Cancels one execution and returns its status. Throws the API's problem. */
export async function cancelOne(pipelineExecutionId: string, force: boolean): Promise<Cancelled> {
  const { data, error } = await client.PATCH('/v1/pipeline-executions/{pipelineExecutionId}', {
    params: { path: { pipelineExecutionId } },
    body: { status: 'CANCELLED', ...(force && { forceUpdate: true }) },
  })
  if (error !== undefined) throw error
  return data.status === 'CANCELLED' ? { cancelled: 1, cancelling: 0 } : { cancelled: 0, cancelling: 1 }
}

/**
 * Cancels these one after the other; the first refusal ends it. What was done by then is read again either
 * way.
 */
export async function cancelEach(ids: Iterable<string>, force: boolean): Promise<Cancelled> {
  const sum = { cancelled: 0, cancelling: 0 }
  try {
    for (const id of ids) add(sum, await cancelOne(id, force))
  } finally {
    await invalidate('/v1/pipeline-executions')
  }
  return sum
}

/** Cancels everything of a project that matches the filter, batch by batch. */
export async function cancelFitting(projectId: string, filter: Filter, force: boolean): Promise<Cancelled> {
  const body = cancellationOf(filter)
  if (typeof body === 'string') throw new Error(body)
  const sum = { cancelled: 0, cancelling: 0 }
  try {
    for (let more = true; more; ) {
      const { data, error } = await client.POST(
        '/v1/projects/{projectId}/pipeline-executions/cancellations',
        {
          params: { path: { projectId } },
          body: { ...body, ...(force && { forceUpdate: true }) },
        },
      )
      if (error !== undefined) throw error
      add(sum, data)
      more = data.more
    }
  } finally {
    await invalidate('/v1/pipeline-executions')
  }
  return sum
}

/** What was done, in a sentence. */
export function cancelledSentence({ cancelled, cancelling }: Cancelled): string {
  if (cancelled + cancelling === 0) return 'Nothing was left to cancel.'
  const parts = [
    ...(cancelled > 0 ? [`${cancelled.toLocaleString()} cancelled`] : []),
    ...(cancelling > 0
      ? [`${cancelling.toLocaleString()} cancelling: they end when running components have stopped`]
      : []),
  ]
  return `${parts.join(', ')}.`
}

function add(sum: { cancelled: number; cancelling: number }, more: Cancelled): void {
  sum.cancelled += more.cancelled
  sum.cancelling += more.cancelling
}
