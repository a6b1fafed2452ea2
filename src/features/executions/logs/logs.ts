import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Execution } from '../schema.ts'
import { isTerminal } from '../states.ts'
import { readLog } from './log-store.ts'

const POLL_MS = 250
/** An idle stream sends a comment this often, so that proxies keep it open. */
const KEEP_ALIVE_MS = 15_000
/** Lines may arrive a moment after their execution ended. */
const GRACE_POLLS = 4

/** What reading a log needs to know of executions. */
interface ExecutionReader {
  get(caller: Caller, id: string): Promise<Execution>
  rootOf(id: string): Promise<string>
}

interface LogLine {
  readonly execution?: string
}

/** Reads the log of an execution: what there is, or as it grows. */
export function createExecutionLogs(db: Db, executions: ExecutionReader) {
  /** Checks access before the first byte is sent, so that a refusal can still be a problem document. */
  async function open(
    caller: Caller,
    id: string,
  ): Promise<{ rootId: string; wanted: (line: LogLine) => boolean }> {
    const execution = await executions.get(caller, id)
    const isRoot = execution.parentPipelineExecutionId === undefined
    const rootId = isRoot ? id : await executions.rootOf(id)
    return { rootId, wanted: (line) => isRoot || line.execution === id }
  }

  /** Lines as NDJSON, chunk by chunk. */
  async function* read({ rootId, wanted }: Awaited<ReturnType<typeof open>>): AsyncGenerator<string> {
    let from = 0
    for (
      let chunk = await readLog(db, rootId, from);
      chunk !== undefined;
      chunk = await readLog(db, rootId, from)
    ) {
      from = chunk.nextLine
      const lines = linesOf(chunk.text).filter((line) => wanted(JSON.parse(line) as LogLine))
      if (lines.length > 0) yield `${lines.join('\n')}\n`
    }
  }

  /** Lines as server-sent events until the execution has ended, then one event `end` with its status. */
  async function* follow(
    caller: Caller,
    id: string,
    { rootId, wanted }: Awaited<ReturnType<typeof open>>,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let from = 0
    let quietMs = 0
    let grace = GRACE_POLLS
    while (!signal.aborted) {
      const { status } = await executions.get(caller, id)
      const chunk = await readLog(db, rootId, from)
      if (chunk !== undefined) {
        from = chunk.nextLine
        quietMs = 0
        const lines = linesOf(chunk.text).filter((line) => wanted(JSON.parse(line) as LogLine))
        if (lines.length > 0) yield lines.map((line) => `event: line\ndata: ${line}\n\n`).join('')
        continue
      }
      if (isTerminal(status) && grace-- === 0)
        return yield `event: end\ndata: ${JSON.stringify({ status })}\n\n`
      quietMs += POLL_MS
      if (quietMs % KEEP_ALIVE_MS === 0) yield ': keep-alive\n\n'
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  return { open, read, follow }
}

export type ExecutionLogs = ReturnType<typeof createExecutionLogs>

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')
