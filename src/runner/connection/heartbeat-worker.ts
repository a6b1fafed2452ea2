import { parentPort, workerData } from 'node:worker_threads'
import type WebSocket from 'ws'
import { agentThroughProxy } from '../../lib/forward-proxy.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import {
  ALIVE,
  COMPONENTS,
  type HeartbeatNews,
  type HeartbeatOrder,
  type HeartbeatStart,
} from './heartbeat-channel.ts'

/**
 * The main thread may be late so often before this one speaks for it: two of the five heartbeats of a lease.
 */
const LATE = 2
/** A main thread that was away for longer is not busy but stuck: its work is better off elsewhere. */
const MAX_AWAY_MS = 600_000

/** `readyState` of a WebSocket. */
const OPEN = 1

const start = workerData as HeartbeatStart
const shared = new Int32Array(start.shared)
/** Loaded when they are needed for the first time: most runners are never that busy, and spare the memory. */
let tools: ReturnType<typeof loadTools> | undefined

let order: HeartbeatOrder = { session: undefined, heartbeatMs: 0 }
let timer: NodeJS.Timeout | undefined
let seen = 0
let missed = 0
let heartbeats = 0
let socket: WebSocket | undefined
let connecting = false

parentPort!.on('message', (next: HeartbeatOrder) => {
  order = next
  clearInterval(timer)
  back()
  if (next.session !== undefined) timer = setInterval(look, next.heartbeatMs)
})

function look(): void {
  const alive = Atomics.load(shared, ALIVE)
  if (alive !== seen) {
    seen = alive
    back()
    return
  }
  missed++
  const isBusy = missed >= LATE && missed * order.heartbeatMs <= MAX_AWAY_MS
  if (isBusy) void beat()
  else disconnect()
}

/** The main thread speaks for itself again. */
function back(): void {
  if (missed >= LATE) {
    const news: HeartbeatNews = { awayMs: missed * order.heartbeatMs, heartbeats }
    parentPort!.postMessage(news)
  }
  missed = 0
  heartbeats = 0
  disconnect()
}

/** Over a connection that is made when it is needed, and again when it broke. */
async function beat(): Promise<void> {
  if (socket?.readyState === OPEN) speak(socket)
  else if (!connecting) await connect()
}

function speak(to: WebSocket): void {
  const { session } = order
  if (session === undefined) return
  const activeComponents = Atomics.load(shared, COMPONENTS)
  const message: FromRunner = {
    kind: 'beat',
    session,
    instanceSecret: start.instanceSecret,
    activeComponents,
  }
  to.send(JSON.stringify([message]))
  heartbeats++
}

async function loadTools() {
  const [{ WebSocket: Socket }, { createTokens }, { sessionAddress }] = await Promise.all([
    import('ws'),
    import('./token.ts'),
    import('./session-address.ts'),
  ])
  return { Socket, tokens: createTokens(start), address: sessionAddress(start.apiUrl) }
}

async function connect(): Promise<void> {
  connecting = true
  try {
    tools ??= loadTools()
    const { Socket, tokens, address } = await tools
    const token = await tokens.get(new AbortController().signal)
    if (missed < LATE) return
    disconnect()
    const made = new Socket(address, {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: 10_000,
      agent: agentThroughProxy(start.apiUrl),
    })
    made.once('open', () => (socket === made ? speak(made) : made.terminate()))
    made.once('unexpected-response', () => tokens.forget())
    made.on('error', () => undefined) // the next look tries again
    socket = made
  } catch {
    // No token at the moment: the next look tries again.
  } finally {
    connecting = false
  }
}

function disconnect(): void {
  socket?.terminate()
  socket = undefined
}
