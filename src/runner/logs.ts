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

interface Waiter {
  readonly ready: () => boolean
  readonly resolve: () => void
}

/**
 * Gathers lines for `batchMs` or `batchLines`, whichever is first, and keeps them until they are on disk. What was
 * sent as one message is sent again as the same one: the far side knows a repeat by its first line. Memory is
 * bounded: a well-behaved component waits for `drained`, and of one that does not, lines are dropped with a mark.
 */
export function createRunLog({ root, first, send, limits: given }: RunLogOptions): RunLog {
  const limits = { ...defaults, ...given }
  let gathered: LogLine[] = []
  let sent: LogMessage[] = []
  let next = first
  let lines = 0
  let chars = 0
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let waiting: Waiter[] = []

  const roomy = () => lines < limits.softLines && chars < limits.softChars
  const empty = () => lines === 0 && lost === 0

  function write(line: LogLine) {
    if (lines >= limits.hardLines || chars >= limits.hardChars) lost++
    else keep(line)
  }

  function keep(line: LogLine) {
    const text = cut(line.text, limits.lineChars)
    gathered.push(text === line.text ? line : { ...line, text })
    lines++
    chars += text.length
    if (gathered.length >= limits.batchLines) flush()
    else timer ??= setTimeout(flush, limits.batchMs)
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length === 0) return
    const message: LogMessage = { kind: 'log', root, first: next, lines: gathered }
    next += gathered.length
    gathered = []
    sent.push(message)
    send(message)
  }

  function committed(line: number) {
    const done = sent.filter((message) => message.first + message.lines.length <= line)
    sent = sent.slice(done.length)
    for (const { lines: stored } of done) {
      lines -= stored.length
      for (const { text } of stored) chars -= text.length
    }
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
    resend() {
      for (const message of sent) send(message)
    },
    drop() {
      clearTimeout(timer)
      timer = undefined
      gathered = []
      sent = []
      lines = chars = lost = 0
      release()
    },
  }
}

/** A line no longer than `limit` characters; what was cut is said. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}… (${text.length - limit} characters cut)`
}
