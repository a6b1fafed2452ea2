import WebSocket from 'ws'
import { errorText } from '../../lib/error-text.ts'
import type { Log } from '../../lib/log.ts'
import { sleepUntilAborted } from '../../lib/wait.ts'
import { readToRunner, writeFrames } from '../../protocol/frames.ts'
import {
  type FromRunner,
  HEARTBEAT_SECONDS,
  LEASE_SECONDS,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  type ToRunner,
} from '../../protocol/messages.ts'
import { backoffMs } from './backoff.ts'
import type { Tokens } from './token.ts'

type Welcome = Extract<ToRunner, { kind: 'welcome' }>
/** What the rest of the runner gets to see; the connection itself handles the life of the session. */
export type WorkMessage = Exclude<ToRunner, { kind: 'welcome' | 'ended' }>

/** What the connection tells the rest of the runner. */
export interface ConnectionEvents {
  /** A session is open: what was not acknowledged is sent again now. */
  welcomed(): void
  message(message: WorkMessage): void
  /** The session has ended. What was in flight belongs to another runner now. */
  lost(reason: string): void
}

export interface ConnectionOptions {
  readonly apiUrl: string
  readonly tokens: Tokens
  readonly version: string
  readonly instance: string
  /** What this process proves itself with. */
  readonly instanceSecret: string
  readonly capacity: number
  /** What a heartbeat says. */
  readonly load: () => { activeComponents: number; activeExecutions: number }
  /** What this session received and still holds: both sides compare it when a session resumes. */
  readonly holding: () => { received: number; held: string[] }
  readonly log: Log
  readonly heartbeatMs?: number
  readonly leaseMs?: number
}

export interface Connection {
  /** Sends with everything else of this tick. Does nothing while no session is open: see `welcomed`. */
  send(message: FromRunner): void
  /** Grows with each write: what was sent in the current turn is still queued, and may be changed. */
  readonly turn: number
  /** Stays connected until `signal` aborts, then sends what is queued and closes. */
  run(events: ConnectionEvents, signal: AbortSignal): Promise<void>
}

/**
 * The runner's one connection to the API. It reconnects until it is stopped, resumes its session where it can, and
 * ends the session itself when its lease must have expired: another runner may hold the work by then.
 */
export const createConnection = (options: ConnectionOptions): Connection => new ApiConnection(options)

class ApiConnection implements Connection {
  readonly #options: ConnectionOptions
  #heartbeatMs: number
  #leaseMs: number
  #events: ConnectionEvents = { welcomed: () => {}, message: () => {}, lost: () => {} }
  /** Set while a session is open. */
  #socket: WebSocket | undefined
  #session: string | undefined
  #queue: FromRunner[] = []
  #flushing = false
  #turn = 0
  #beating: NodeJS.Timeout | undefined
  #aliveAt = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_SECONDS * 1000
    this.#leaseMs = options.leaseMs ?? LEASE_SECONDS * 1000
  }

  send = (message: FromRunner): void => {
    if (this.#socket === undefined) return
    this.#trace(message, 'Sent')
    this.#queue.push(message)
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => this.#flush())
  }

  #trace(message: FromRunner | WorkMessage, event: 'Sent' | 'Received'): void {
    const { log } = this.#options
    if (log.isLevelEnabled('debug')) log.debug(fieldsOf(message), event)
  }

  get turn(): number {
    return this.#turn
  }

  async run(events: ConnectionEvents, signal: AbortSignal): Promise<void> {
    this.#events = events
    const { log } = this.#options
    const leasing = setInterval(() => this.#checkLease(), Math.min(1_000, this.#leaseMs / 4))
    let failures = 0
    while (!signal.aborted) {
      try {
        const connected = await this.#connectOnce(signal)
        failures = connected ? 0 : failures + 1
        if (!signal.aborted) log.warn({}, 'The connection to the API closed; reconnecting')
      } catch (error) {
        failures++
        if (!signal.aborted) log.warn({ reason: errorText(error) }, 'Could not connect to the API; retrying')
      }
      if (!signal.aborted) await sleepUntilAborted(backoffMs(failures), signal)
    }
    clearInterval(leasing)
  }

  /** Serves one socket until it closes. Resolves with true when a session was opened over it. */
  async #connectOnce(signal: AbortSignal): Promise<boolean> {
    const { tokens, apiUrl } = this.#options
    const token = await tokens.get(signal)
    const socket = new WebSocket(sessionAddress(apiUrl), {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: 10_000,
      maxPayload: MAX_FRAME_BYTES * 2,
    })
    const stop = () => {
      this.#flush()
      socket.close(1000, 'The runner stops')
      setTimeout(() => socket.terminate(), 1_000).unref()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      await this.#lifeOf(socket)
      return this.#socket === socket
    } finally {
      clearInterval(this.#beating)
      signal.removeEventListener('abort', stop)
      this.#socket = undefined
      this.#queue = []
    }
  }

  #lifeOf(socket: WebSocket): Promise<void> {
    return new Promise((resolve, reject) => {
      socket.once('open', () => socket.send(JSON.stringify([this.#hello()])))
      socket.on('pong', () => {
        this.#aliveAt = Date.now()
      })
      socket.on('message', (data) => this.#receive(socket, String(data)))
      socket.once('unexpected-response', (_request, response) => {
        response.resume()
        if (response.statusCode === 401) this.#options.tokens.forget()
        reject(new Error(`The API answered ${response.statusCode} instead of a session`))
        socket.terminate()
      })
      socket.on('error', reject)
      socket.once('close', (_code, reason) => {
        if (this.#socket === socket || reason.length === 0) resolve()
        else reject(new Error(`The API refused the session: ${reason.toString()}`))
      })
    })
  }

  #hello(): FromRunner {
    const { version, instance, instanceSecret, capacity, holding } = this.#options
    const who = { version, instance, instanceSecret, capacity }
    const base = { kind: 'hello' as const, protocol: PROTOCOL_VERSION, ...who }
    return this.#session === undefined ? base : { ...base, session: this.#session, ...holding() }
  }

  #receive(socket: WebSocket, text: string): void {
    this.#aliveAt = Date.now()
    try {
      for (const message of readToRunner(text)) {
        if (message.kind === 'welcome') this.#welcome(socket, message)
        else if (message.kind === 'ended') this.#giveUp(socket, message.reason)
        else {
          this.#trace(message, 'Received')
          this.#events.message(message)
        }
      }
    } catch (error) {
      this.#options.log.error({ reason: errorText(error) }, 'Rejected a frame from the API')
      socket.terminate()
    }
  }

  #welcome(socket: WebSocket, { session, resumed, runnerName, leaseSeconds }: Welcome): void {
    if (this.#session !== undefined && !resumed) this.#events.lost('The API began a new session')
    this.#session = session
    this.#socket = socket
    this.#keepTime(leaseSeconds)
    this.#beating = setInterval(() => this.#beat(socket), this.#heartbeatMs)
    this.#options.log.info({ session, runner: runnerName, resumed }, 'Connected')
    this.#events.welcomed()
  }

  /** The API says how long a lease is; five heartbeats fit into one. */
  #keepTime(leaseSeconds: number | undefined): void {
    if (leaseSeconds === undefined) return
    this.#leaseMs = this.#options.leaseMs ?? leaseSeconds * 1000
    this.#heartbeatMs = this.#options.heartbeatMs ?? (leaseSeconds * 1000) / 5
  }

  #flush(): void {
    this.#flushing = false
    this.#turn++
    const messages = this.#queue
    this.#queue = []
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    for (const frame of writeFrames(messages, MAX_FRAME_BYTES)) this.#socket.send(frame)
  }

  /** The API's WebSocket layer answers the ping: only then did the heartbeat arrive. */
  #beat(socket: WebSocket): void {
    if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify([{ kind: 'heartbeat', ...this.#options.load() }]))
    socket.ping()
  }

  #checkLease(): void {
    if (this.#session === undefined || Date.now() - this.#aliveAt < this.#leaseMs) return
    this.#giveUp(this.#socket, `No heartbeat was acknowledged for ${this.#leaseMs / 1000} s`)
  }

  #giveUp(socket: WebSocket | undefined, reason: string): void {
    this.#session = undefined
    socket?.terminate()
    this.#options.log.warn({ reason }, 'The session ended; dropping in-flight executions')
    this.#events.lost(reason)
  }
}

/** `http://host/api` → `ws://host/api/v1/agent-session`. */
export const sessionAddress = (apiUrl: string): string =>
  `${apiUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/v1/agent-session`

/** What a debug line says of a message: never values, SQL or secrets. */
function fieldsOf(message: FromRunner | WorkMessage): object {
  const { kind, root, execution, seq, n, key, total } = message as Partial<Record<string, unknown>>
  return { message: kind, root, execution, seq, n, key, total }
}
