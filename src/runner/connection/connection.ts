import WebSocket from 'ws'
import { errorText } from '../../lib/error-text.ts'
import { agentThroughProxy } from '../../lib/forward-proxy.ts'
import type { Log } from '../../lib/log.ts'
import { tlsFault } from '../../lib/tls-fault.ts'
import { sleepUntilAborted } from '../../lib/wait.ts'
import { readToRunner, writeFrames } from '../../protocol/frames.ts'
import {
  type FromRunner,
  HEARTBEAT_SECONDS,
  MAX_FRAME_BYTES,
  MAX_MESSAGE_BYTES,
  PROTOCOL_VERSION,
  type ToRunner,
} from '../../protocol/messages.ts'
import { backoffMs } from './backoff.ts'
import type { HeartbeatThread } from './heartbeat-thread.ts'
import { sessionAddress } from './session-address.ts'
import type { Tokens } from './token.ts'

type Welcome = Extract<ToRunner, { kind: 'welcome' }>
/** What the rest of the runner gets to see; the connection itself handles the life of the session. */
export type WorkMessage = Exclude<ToRunner, { kind: 'welcome' | 'time' | 'ended' }>

/** What the connection tells the rest of the runner. */
export interface ConnectionEvents {
  /**
   * A session is open: what was not acknowledged is sent again now. `now`: what time it is, by the API, and
   * `askedMs` how long ago the runner said hello; `sampling`: which executions it records as traces.
   */
  welcomed(welcome: Pick<Welcome, 'now' | 'sampling'>, askedMs: number): void
  /** The API answered a heartbeat that was sent `askedMs` ago: it is `now`. */
  time(now: string, askedMs: number): void
  message(message: WorkMessage): void
  /** An API said that the session has ended. What was in flight belongs to another session now. */
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
  /** Sends heartbeats while this thread is too busy for them. */
  readonly heartbeats?: Pick<HeartbeatThread, 'hold' | 'release'>
  readonly heartbeatMs?: number
}

export interface Connection {
  /** Sends with everything else of this tick. Does nothing while no session is open: see `welcomed`. */
  send(message: FromRunner): void
  /** Grows with each write: what was sent in the current turn is still queued, and may be changed. */
  readonly turn: number
  /** Whether the API has welcomed this runner, and the connection holds. */
  readonly isOpen: boolean
  /** Stays connected until `signal` aborts, then sends what is queued and closes. */
  run(events: ConnectionEvents, signal: AbortSignal): Promise<void>
}

/** Heartbeats in a row that nothing answered: the connection is dead, whatever the sockets say. */
const MAX_UNANSWERED = 2
/** An answer with the time that took longer is asked for again, a few times after a session opens. */
const EXACT_MS = 3
const ASK_AGAIN_MS = 100
const MAX_QUESTIONS = 5
const HANDSHAKE_MS = 10_000
/**
 * A connection whose beginning was lost is given up sooner while a lease is at stake, and another one is
 * tried.
 */
const SHORT_HANDSHAKE_MS = 3_000
/** The API may have to wait for its database before it opens a session. */
const WELCOME_MS = 10_000

/**
 * The runner's one connection to the API. It reconnects until it is stopped, and resumes its session where it
 * can. A runner that reaches no API keeps its work, however long that takes: only an API knows whether
 * somebody else has it.
 */
export const createConnection = (options: ConnectionOptions): Connection => new ApiConnection(options)

class ApiConnection implements Connection {
  readonly #options: ConnectionOptions
  #heartbeatMs: number
  #events: ConnectionEvents = { welcomed: () => {}, time: () => {}, message: () => {}, lost: () => {} }
  /** Set while a session is open. */
  #socket: WebSocket | undefined
  #session: string | undefined
  #queue: FromRunner[] = []
  #flushing = false
  #turn = 0
  #beating: NodeJS.Timeout | undefined
  /** Heartbeats since the API was last heard. */
  #unanswered = 0
  /** When hello, or the first heartbeat that was not answered with the time, was sent. */
  #askedAt: number | undefined
  #questionsLeft = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#heartbeatMs = options.heartbeatMs ?? HEARTBEAT_SECONDS * 1000
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

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  get turn(): number {
    return this.#turn
  }

  async run(events: ConnectionEvents, signal: AbortSignal): Promise<void> {
    this.#events = events
    const { log } = this.#options
    let failures = 0
    while (!signal.aborted) {
      try {
        const connected = await this.#connectOnce(signal)
        failures = connected ? 0 : failures + 1
        if (!signal.aborted) log.warn({}, 'The connection to the API closed; reconnecting')
      } catch (error) {
        failures++
        const tls = error instanceof Error ? tlsFault(error, 'NODE_EXTRA_CA_CERTS') : undefined
        if (!signal.aborted) this.#logFailure(tls ?? errorText(error))
      }
      if (!signal.aborted) await sleepUntilAborted(backoffMs(failures, this.#longestPauseMs()), signal)
    }
  }

  #logFailure(reason: string): void {
    const { log, load } = this.#options
    const { activeExecutions: executions } = load()
    if (executions === 0) log.warn({ reason }, 'Could not connect to the API; retrying')
    else
      log.warn(
        { reason, executions },
        'Could not connect to the API; executions continue, and their reports are kept until it is back',
      )
  }

  /** With work in hand a runner is back before its lease is over, if the API is. */
  #longestPauseMs(): number | undefined {
    return this.#session === undefined ? undefined : this.#thirdOfLeaseMs()
  }

  /** Five heartbeats fit into a lease. */
  #thirdOfLeaseMs(): number {
    return (this.#heartbeatMs * 5) / 3
  }

  /** Serves one socket until it closes. Resolves with true when a session was opened over it. */
  async #connectOnce(signal: AbortSignal): Promise<boolean> {
    const { tokens, apiUrl } = this.#options
    const token = await tokens.get(signal)
    const socket = new WebSocket(sessionAddress(apiUrl), {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout:
        this.#session === undefined ? HANDSHAKE_MS : Math.max(SHORT_HANDSHAKE_MS, this.#thirdOfLeaseMs()),
      maxPayload: MAX_MESSAGE_BYTES,
      agent: agentThroughProxy(apiUrl),
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
      let unwelcome: NodeJS.Timeout | undefined
      socket.once('open', () => {
        unwelcome = setTimeout(() => socket.terminate(), WELCOME_MS)
        this.#askedAt = performance.now()
        socket.send(JSON.stringify([this.#hello()]))
      })
      socket.on('pong', () => {
        this.#unanswered = 0
      })
      socket.on('message', (data) => {
        clearTimeout(unwelcome)
        this.#receive(socket, String(data))
      })
      socket.once('unexpected-response', (_request, response) => {
        response.resume()
        if (response.statusCode === 401) this.#options.tokens.forget()
        reject(new Error(`The API answered ${response.statusCode} instead of a session`))
        socket.terminate()
      })
      socket.on('error', reject)
      socket.once('close', (_code, reason) => {
        clearTimeout(unwelcome)
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
    this.#unanswered = 0
    try {
      for (const message of readToRunner(text)) {
        if (message.kind === 'welcome') this.#welcome(socket, message)
        else if (message.kind === 'time') this.#time(socket, message.now)
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

  #welcome(socket: WebSocket, welcome: Welcome): void {
    const { session, resumed, runnerName, leaseSeconds } = welcome
    if (this.#socket === socket) return // it arrived twice
    if (this.#session !== undefined && !resumed) this.#events.lost('The API started a new session')
    this.#session = session
    this.#socket = socket
    this.#keepTime(leaseSeconds)
    this.#options.heartbeats?.hold(session, this.#heartbeatMs)
    this.#beating = setInterval(() => this.#beat(socket), this.#heartbeatMs)
    this.#options.log.info({ session, runner: runnerName, resumed }, 'Connected')
    this.#events.welcomed(welcome, this.#sinceAsked())
    this.#questionsLeft = MAX_QUESTIONS
    this.#beat(socket)
  }

  /**
   * At the start of a session both sides are busy. An answer that took long says little, so it is asked again
   * soon.
   */
  #time(socket: WebSocket, now: string): void {
    const askedMs = this.#sinceAsked()
    this.#events.time(now, askedMs)
    if (askedMs < EXACT_MS || this.#questionsLeft-- <= 0) return
    setTimeout(() => this.#beat(socket), ASK_AGAIN_MS).unref()
  }

  /** How long ago the API was asked what it answers now. */
  #sinceAsked(): number {
    const now = performance.now()
    const askedAt = this.#askedAt ?? now
    this.#askedAt = undefined
    return now - askedAt
  }

  /** The API says how long a lease is; five heartbeats fit into one. */
  #keepTime(leaseSeconds: number | undefined): void {
    if (leaseSeconds === undefined) return
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
    if (this.#unanswered >= MAX_UNANSWERED) {
      this.#options.log.warn(
        { heartbeats: this.#unanswered },
        'The API does not answer heartbeats; reconnecting',
      )
      socket.terminate()
      return
    }
    this.#unanswered++
    this.#askedAt ??= performance.now()
    socket.send(JSON.stringify([{ kind: 'heartbeat', ...this.#options.load() }]))
    socket.ping()
  }

  #giveUp(socket: WebSocket | undefined, reason: string): void {
    this.#session = undefined
    this.#options.heartbeats?.release()
    socket?.terminate()
    this.#options.log.warn({ reason }, 'The session ended; dropping in-flight executions')
    this.#events.lost(reason)
  }
}

/** What a debug line says of a message: never values, SQL or secrets. */
function fieldsOf(message: FromRunner | WorkMessage): object {
  const { kind, root, execution, seq, n, key, total } = message as Partial<Record<string, unknown>>
  return { message: kind, root, execution, seq, n, key, total }
}
