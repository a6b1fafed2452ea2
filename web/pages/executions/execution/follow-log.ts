import { basePath } from '../../../api/base.ts'
import { client } from '../../../api/client.ts'
import type { LogLine } from './log.ts'

/** `waiting`: the connection was lost and is being made again. */
export type LogState = 'reading' | 'ended' | 'waiting' | 'refused'

interface LogListener {
  /** The log begins at its first line, again after each lost connection. */
  onOpen(): void
  onLine(line: LogLine): void
  onState(state: LogState): void
}

const REOPEN_MS = 3_000

/** Where the whole log is, as a file of JSON lines. */
export const logAddress = (executionId: string): string =>
  `${basePath}/v1/pipeline-executions/${executionId}/logs`

/**
 * Follows the log of an execution through lost connections and restarts of the server. Returns what stops
 * that.
 */
export function followLog(executionId: string, listener: LogListener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function open(): void {
    source = new EventSource(`${logAddress(executionId)}?follow=true`)
    source.onopen = () => listener.onOpen()
    source.addEventListener('line', ({ data }) => listener.onLine(JSON.parse(data) as LogLine))
    source.addEventListener('end', () => {
      source.close()
      listener.onState('ended')
    })
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) void openAgain()
      else listener.onState('waiting')
    }
  }

  /** The browser gives up at every status but 200, and does not tell which it was. */
  async function openAgain(): Promise<void> {
    const status = await statusOf(executionId)
    if (isStopped) return
    listener.onState([401, 403, 404].includes(status) ? 'refused' : 'waiting')
    // After 401 the user may sign in on the page.
    if (status !== 403 && status !== 404) timer = setTimeout(open, REOPEN_MS)
  }

  open()
  return () => {
    isStopped = true
    source.close()
    clearTimeout(timer)
  }
}

/** What the API answers who asks for the log; 0 when there is no answer. */
async function statusOf(pipelineExecutionId: string): Promise<number> {
  const params = { path: { pipelineExecutionId } }
  try {
    const answer = await client.GET('/v1/pipeline-executions/{pipelineExecutionId}/logs', {
      params,
      parseAs: 'stream',
    })
    await answer.data?.cancel()
    return answer.response.status
  } catch {
    return 0
  }
}
