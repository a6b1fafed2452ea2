import type { FromRunner } from '../../protocol/messages.ts'
import type { ExecutionClock } from '../clock.ts'

type LogMessage = Extract<FromRunner, { kind: 'log' }>
type LogLine = LogMessage['lines'][number]

/** The log of one root execution on its way to the API. */
export interface RunLog {
  /** Appends a line. Never waits; lines beyond the hard limit are counted and marked instead of kept. */
  write(line: LogLine): void
  /** Nothing is kept any more: the log has all the bytes that it may have. */
  readonly isFull: boolean
  /** Resolves when there is room again. A component that prints much waits for it between lines. */
  drained(): Promise<void>
  /** Sends what is gathered now, so that it travels ahead of the report that follows. */
  flush(): void
  /** Number of the first line that was not sent yet. */
  readonly next: number
  /** Lines before `line` are on disk. */
  committed(line: number): void
  /** Resolves when every line is on disk; undefined when it is. */
  whenCommitted(): Promise<void> | undefined
  /** Sends again all lines that are not on disk: after a reconnect. */
  resend(): void
  /** Forgets everything, also what is written from now on, and resolves what waits. */
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
  /**
   * Of the whole log as the API keeps it, of all sessions: what is beyond it is left out, and that is said
   * once.
   */
  readonly totalBytes: number
}

const defaults: LogLimits = {
  batchMs: 50,
  batchLines: 200,
  softLines: 2_000,
  softChars: 1_000_000,
  hardLines: 20_000,
  hardChars: 8_000_000,
  lineChars: 10_000,
  totalBytes: 64 * 1024 * 1024,
}

export interface RunLogOptions {
  readonly root: string
  /** Number of the first line: above 0 when another session began this execution. */
  readonly first: number
  /** Bytes that the API keeps of it already, from other sessions. */
  readonly keptBytes?: number
  readonly send: (message: LogMessage) => void
  readonly clock: ExecutionClock
  readonly limits?: Partial<LogLimits>
}

interface Waiter {
  readonly ready: () => boolean
  readonly resolve: () => void
}

/**
 * Gathers lines for `batchMs` or `batchLines`, whichever is first, and keeps them until they are on disk.
 * What was sent as one message is sent again as the same one: the API recognizes a repeat by its first line.
 * Memory is bounded: a well-behaved component waits for `drained`, and of one that does not, lines are
 * dropped with a mark.
 */
export const createRunLog = (options: RunLogOptions): RunLog => new BufferedRunLog(options)

class BufferedRunLog implements RunLog {
  readonly #limits: LogLimits
  readonly #root: string
  readonly #send: (message: LogMessage) => void
  readonly #clock: ExecutionClock
  #gathered: LogLine[] = []
  #sent: LogMessage[] = []
  #next: number
  #lines = 0
  #chars = 0
  #lost = 0
  #total: number
  #full: boolean
  #timer: NodeJS.Timeout | undefined
  #waiting: Waiter[] = []

  constructor({ root, first, keptBytes = 0, send, clock, limits }: RunLogOptions) {
    this.#limits = { ...defaults, ...limits }
    this.#root = root
    this.#send = send
    this.#clock = clock
    this.#next = first
    this.#total = keptBytes
    this.#full = keptBytes >= this.#limits.totalBytes
  }

  write(line: LogLine): void {
    const { hardLines, hardChars } = this.#limits
    if (this.#full) return
    if (this.#lines >= hardLines || this.#chars >= hardChars) this.#lost++
    else this.#keep(line)
  }

  get isFull(): boolean {
    return this.#full
  }

  drained(): Promise<void> {
    return this.#when(() => this.#roomy())
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#gathered.length === 0) return
    const message: LogMessage = { kind: 'log', root: this.#root, first: this.#next, lines: this.#gathered }
    this.#next += this.#gathered.length
    this.#gathered = []
    this.#sent.push(message)
    this.#send(message)
  }

  get next(): number {
    return this.#next
  }

  committed(line: number): void {
    const done = this.#sent.filter((message) => message.first + message.lines.length <= line)
    this.#sent = this.#sent.slice(done.length)
    for (const { lines } of done) {
      this.#lines -= lines.length
      for (const { text } of lines) this.#chars -= text.length
    }
    if (this.#lost > 0 && this.#roomy()) this.#markLost()
    this.#release()
  }

  whenCommitted(): Promise<void> | undefined {
    const isCommitted = () => this.#lines === 0 && this.#lost === 0
    return isCommitted() ? undefined : this.#when(isCommitted)
  }

  resend(): void {
    for (const message of this.#sent) this.#send(message)
  }

  drop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#gathered = []
    this.#sent = []
    this.#lines = this.#chars = this.#lost = 0
    this.#full = true
    this.#release()
  }

  #keep(line: LogLine): void {
    this.#gather(line)
    if (!this.#full && this.#total >= this.#limits.totalBytes) this.#endHere()
    if (this.#gathered.length >= this.#limits.batchLines) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), this.#limits.batchMs)
  }

  #gather(line: LogLine): void {
    const text = cut(line.text, this.#limits.lineChars)
    const gathered = text === line.text ? line : { ...line, text }
    this.#gathered.push(gathered)
    this.#lines++
    this.#chars += text.length
    this.#total += Buffer.byteLength(JSON.stringify(gathered)) + 1
  }

  /**
   * The mark goes out with the line that fills the log, so a log that is full when it is resumed has it
   * already.
   */
  #endHere(): void {
    this.#full = true
    const mib = Math.ceil(this.#limits.totalBytes / 1024 / 1024)
    const text = `… the log ends here: at most ${mib} MiB of each execution is kept`
    this.#gather({ at: this.#clock.instant(), text })
  }

  #markLost(): void {
    const text = `… ${this.#lost} lines were dropped: they were written faster than they could be stored`
    this.#lost = 0
    this.#keep({ at: this.#clock.instant(), text })
  }

  #roomy(): boolean {
    return this.#lines < this.#limits.softLines && this.#chars < this.#limits.softChars
  }

  #when(ready: () => boolean): Promise<void> {
    if (ready()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ ready, resolve }))
  }

  #release(): void {
    const ready = this.#waiting.filter((waiter) => waiter.ready())
    this.#waiting = this.#waiting.filter((waiter) => !ready.includes(waiter))
    for (const waiter of ready) waiter.resolve()
  }
}

/** A line no longer than `limit` characters; what was cut is said. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  const [mark = '', before = '0'] = cutBefore.exec(text) ?? []
  const all = text.length - mark.length + Number(before)
  return `${text.slice(0, limit)}… (${all - limit} characters cut)`
}

/** What is said of a line that was cut as it was read. */
const cutBefore = /… \((\d{1,15}) characters cut\)$/
