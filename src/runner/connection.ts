import WebSocket from 'ws'
import type { Log } from '../lib/log.ts'
import { readToRunner, writeFrames } from '../protocol/frames.ts'
import {
  type FromRunner,
  HEARTBEAT_SECONDS,
  LEASE_SECONDS,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  type ToRunner,
} from '../protocol/messages.ts'
import { backoffMs } from './backoff.ts'
import type { Tokens } from './token.ts'
import { wait } from './wait.ts'

export type Welcome = Extract<ToRunner, { kind: 'welcome' }>
/** What the rest of the runner gets to see; the connection itself handles the life of the session. */
export type WorkMessage = Exclude<ToRunner, { kind: 'welcome' | 'ended' }>

/** What the connection tells the rest of the runner. */
export interface ConnectionEvents {
  /** A session is there: what was not acknowledged is sent again now. */
  welcomed(welcome: Welcome): void
  message(message: WorkMessage): void
  /** The session is over. Whatever was in hand belongs to another runner now. */
  lost(reason: string): void
}

export interface ConnectionOptions {
  readonly apiUrl: string
  readonly tokens: Tokens
  readonly version: string
  readonly instance: string
  readonly capacity: number
  /** What a heartbeat says. */
  readonly load: () => { activeComponents: number; activeExecutions: number }
  /** What this session received and still holds: both ends compare it when a session goes on. */
  readonly holding: () => { received: number; held: string[] }
  readonly log: Log
  readonly heartbeatMs?: number
  readonly leaseMs?: number
}

export interface Connection {
  /** Sends with everything else of this tick. While no session is there it does nothing: see `welcomed`. */
  send(message: FromRunner): void
  /** Keeps connected until `signal` aborts, then says what is queued and closes. */
  run(events: ConnectionEvents, signal: AbortSignal): Promise<void>
}

/**
 * The runner's one connection to the API. It reconnects for ever, continues its session where it can, and gives
 * the session up itself when its lease must have run out: then another runner may already hold the work.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { log, tokens, heartbeatMs = HEARTBEAT_SECONDS * 1000, leaseMs = LEASE_SECONDS * 1000 } = options
  let socket: WebSocket | undefined
  let session: string | undefined
  let queue: FromRunner[] = []
  let flushing = false
  let aliveAt = 0

  function send(message: FromRunner) {
    if (socket === undefined) return
    queue.push(message)
    if (flushing) return
    flushing = true
    setImmediate(flush)
  }

  function flush() {
    flushing = false
    const messages = queue
    queue = []
    if (socket?.readyState !== WebSocket.OPEN) return
    for (const frame of writeFrames(messages, MAX_FRAME_BYTES)) socket.send(frame)
  }

  /** The ping is answered by the far side's WebSocket layer: only then did the heartbeat arrive. */
  function beat(on: WebSocket) {
    if (on.readyState !== WebSocket.OPEN) return
    on.send(JSON.stringify([{ kind: 'heartbeat', ...options.load() }]))
    on.ping()
  }

  function giveUp(events: ConnectionEvents, reason: string) {
    if (session === undefined) return
    session = undefined
    socket?.terminate()
    events.lost(reason)
  }

  function receive(events: ConnectionEvents, on: WebSocket, text: string) {
    for (const message of readToRunner(text)) {
      if (message.kind === 'welcome') welcome(events, on, message)
      else if (message.kind === 'ended') giveUp(events, message.reason)
      else events.message(message)
    }
  }

  function welcome(events: ConnectionEvents, on: WebSocket, message: Welcome) {
    const had = session
    if (had !== undefined && !message.resumed) events.lost('The API began a new session')
    session = message.session
    socket = on
    aliveAt = Date.now()
    log.info({ session, runner: message.runnerName, resumed: message.resumed }, 'Connected')
    events.welcomed(message)
  }

  /** Lives as long as one socket does. Resolves with true when it got as far as a session. */
  async function connectOnce(events: ConnectionEvents, signal: AbortSignal): Promise<boolean> {
    const token = await tokens.get(signal)
    const on = new WebSocket(sessionAddress(options.apiUrl), {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: 10_000,
      maxPayload: MAX_FRAME_BYTES * 2,
    })
    const stop = () => {
      flush()
      on.close(1000, 'The runner stops')
      setTimeout(() => on.terminate(), 1_000).unref()
    }
    signal.addEventListener('abort', stop, { once: true })
    const beating = setInterval(() => beat(on), heartbeatMs)
    try {
      await lifeOf(on, events)
      return socket === on
    } finally {
      clearInterval(beating)
      signal.removeEventListener('abort', stop)
      if (socket === on) socket = undefined
      queue = []
    }
  }

  function lifeOf(on: WebSocket, events: ConnectionEvents): Promise<void> {
    return new Promise((resolve, reject) => {
      on.once('open', () => on.send(JSON.stringify([hello()])))
      on.on('pong', () => {
        aliveAt = Date.now()
      })
      on.on('message', (data) => {
        aliveAt = Date.now()
        try {
          receive(events, on, String(data))
        } catch (error) {
          log.error({ error: messageOf(error) }, 'A frame from the API was refused')
          on.terminate()
        }
      })
      on.once('unexpected-response', (_request, response) => {
        response.resume()
        if (response.statusCode === 401) tokens.forget()
        on.terminate()
        reject(new Error(`The API answered ${response.statusCode} instead of a session`))
      })
      on.on('error', reject)
      on.once('close', () => resolve())
    })
  }

  function hello(): FromRunner {
    const { version, instance, capacity } = options
    const base = { kind: 'hello' as const, protocol: PROTOCOL_VERSION, version, instance, capacity }
    return session === undefined ? base : { ...base, session, ...options.holding() }
  }

  async function run(events: ConnectionEvents, signal: AbortSignal): Promise<void> {
    const leasing = setInterval(
      () => {
        if (session !== undefined && Date.now() - aliveAt >= leaseMs) {
          giveUp(events, `No heartbeat got through for ${leaseMs / 1000} s`)
        }
      },
      Math.min(1_000, leaseMs / 4),
    )
    let failures = 0
    while (!signal.aborted) {
      try {
        const connected = await connectOnce(events, signal)
        failures = connected ? 0 : failures + 1
        if (!signal.aborted) log.warn({}, 'The connection to the API ended; connecting again')
      } catch (error) {
        failures++
        if (!signal.aborted) log.warn({ error: messageOf(error) }, 'No connection to the API; trying again')
      }
      if (!signal.aborted) await wait(backoffMs(failures), signal)
    }
    clearInterval(leasing)
  }

  return { send, run }
}

/** `http://host/api` → `ws://host/api/v1/agent-session`. */
export const sessionAddress = (apiUrl: string): string =>
  `${apiUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/v1/agent-session`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
