import type { FromRunner } from '../protocol/messages.ts'

type LogMessage = Extract<FromRunner, { kind: 'log' }>
export type LogLine = LogMessage['lines'][number]

/** The log of one root execution on its way to the API. */
export interface RunLog {
  /** Appends a line. Never waits; lines beyond the hard limit are counted and marked instead of kept. */
  write(line: LogLine): void
  /** Resolves when there is room again. A component that prints much waits for it between lines. */
  drained(): Promise<void>
  /** Sends what is gathered now, so that it travels ahead of the report that follows. */
  flush(): void
  /** Lines before `line` are on disk. */
  committed(line: number): void
  /** Resolves when every line is on disk. */
  whenCommitted(): Promise<void>
  /** Sends again all lines that are not on disk: after a reconnect. */
  resend(): void
  /** Forgets everything and lets go whoever waits. */
  drop(): void
}

export interface LogLimits {
  readonly batchMs: number
  readonly batchLines: number
  /** Above this many unacknowledged lines or characters `drained` waits. */
  readonly softLines: number
  readonly softChars: number
  /** Above these, lines are dropped and marked. */
  readonly hardLines: number
  readonly hardChars: number
  readonly lineChars: number
}

const defaults: LogLimits = {
  batchMs: 50,
  batchLines: 200,
  softLines: 2_000,
  softChars: 1_000_000,
  hardLines: 20_000,
  hardChars: 8_000_000,
  lineChars: 10_000,
}

export interface RunLogOptions {
  readonly root: string
  /** Number of the first line: above 0 when another session began this execution. */
  readonly first: number
  readonly send: (message: LogMessage) => void
  readonly limits?: Partial<LogLimits>
}

/**
 * Gathers lines for `batchMs` or `batchLines`, whichever is first, and keeps them until they are on disk. Memory is
 * bounded: a well-behaved component waits for `drained`, and of one that does not, lines are dropped with a mark.
 */
export function createRunLog({ root, first, send, limits: given }: RunLogOptions): RunLog {
  const limits = { ...defaults, ...given }
  let kept: LogLine[] = []
  let keptFrom = first
  let keptChars = 0
  let sent = first
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let waiting: { readonly ready: () => boolean; readonly resolve: () => void }[] = []

  const next = () => keptFrom + kept.length
  const full = (lines: number, chars: number) => kept.length >= lines || keptChars >= chars
  const roomy = () => !full(limits.softLines, limits.softChars)
  const empty = () => kept.length === 0 && lost === 0

  function keep(line: LogLine) {
    const text = cut(line.text, limits.lineChars)
    kept.push(text === line.text ? line : { ...line, text })
    keptChars += text.length
    if (next() - sent >= limits.batchLines) flush()
    else timer ??= setTimeout(flush, limits.batchMs)
  }

  function write(line: LogLine) {
    if (full(limits.hardLines, limits.hardChars)) {
      lost++
      return
    }
    keep(line)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    sendFrom(sent)
  }

  function sendFrom(from: number) {
    for (let at = from; at < next(); at += limits.batchLines) {
      const begin = at - keptFrom
      send({ kind: 'log', root, first: at, lines: kept.slice(begin, begin + limits.batchLines) })
    }
    sent = next()
  }

  function committed(line: number) {
    const count = Math.min(Math.max(0, line - keptFrom), kept.length)
    for (const gone of kept.slice(0, count)) keptChars -= gone.text.length
    kept = kept.slice(count)
    keptFrom += count
    sent = Math.max(sent, keptFrom)
    if (lost > 0 && roomy()) markLost()
    release()
  }

  function markLost() {
    const text = `… ${lost} lines were left out: they came faster than they could be stored`
    lost = 0
    keep({ at: new Date().toISOString(), text })
  }

  function release() {
    const ready = waiting.filter((waiter) => waiter.ready())
    if (ready.length === 0) return
    waiting = waiting.filter((waiter) => !ready.includes(waiter))
    for (const waiter of ready) waiter.resolve()
  }

  function when(ready: () => boolean): Promise<void> {
    if (ready()) return Promise.resolve()
    return new Promise((resolve) => waiting.push({ ready, resolve }))
  }

  return {
    write,
    flush,
    committed,
    drained: () => when(roomy),
    whenCommitted: () => when(empty),
    resend: () => sendFrom(keptFrom),
    drop() {
      clearTimeout(timer)
      timer = undefined
      kept = []
      keptChars = 0
      lost = 0
      release()
    },
  }
}

/** A line no longer than `limit` characters; what was cut is said. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}… (${text.length - limit} characters cut)`
}
