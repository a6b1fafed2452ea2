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

interface OpenedLog {
  readonly rootId: string
  /** The child execution whose lines are wanted; undefined for all of them. */
  readonly only: string | undefined
}

/** Reads the log of an execution: what there is, or as it grows. */
export function createExecutionLogs(db: Db, executions: ExecutionReader) {
  /** Checks access before the first byte is sent, so that a refusal can still be a problem document. */
  async function open(caller: Caller, id: string): Promise<OpenedLog> {
    const execution = await executions.get(caller, id)
    const isRoot = execution.parentPipelineExecutionId === undefined
    return isRoot ? { rootId: id, only: undefined } : { rootId: await executions.rootOf(id), only: id }
  }

  /** Lines as NDJSON. The next ones are read when the client has taken these. */
  async function* read({ rootId, only }: OpenedLog): AsyncGenerator<string> {
    for (let from = 0; ; ) {
      const stored = await readLog(db, rootId, from)
      if (stored === undefined) return
      from = stored.nextLine
      if (only === undefined) yield stored.text
      else yield* joined(linesOf(stored.text, only))
    }
  }

  /**
   * Lines as server-sent events until the execution has ended, then one event `end` with its status.
   * `findCaller` is asked again and again, and throws when the reader has lost access.
   */
  async function* follow(
    findCaller: () => Promise<Caller>,
    id: string,
    { rootId, only }: OpenedLog,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let from = 0
    let quietMs = 0
    let grace = GRACE_POLLS
    yield ': open\n\n' // sends the headers, for it may take long until there is a line
    while (!signal.aborted) {
      const { status } = await executions.get(await findCaller(), id)
      const chunk = await readLog(db, rootId, from)
      if (chunk !== undefined) {
        from = chunk.nextLine
        const lines = linesOf(chunk.text, only)
        if (lines.length === 0) continue
        quietMs = 0
        yield lines.map((line) => `event: line\ndata: ${line}\n\n`).join('')
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

function linesOf(text: string, only: string | undefined): string[] {
  const lines = text.split('\n').filter((line) => line !== '')
  return only === undefined ? lines : lines.filter((line) => (JSON.parse(line) as LogLine).execution === only)
}

const joined = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`${lines.join('\n')}\n`])
