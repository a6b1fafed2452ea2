import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type Conditions, goodConditions, Link, type Way } from './network.ts'

/**
 * A network that can be made bad, for all connections or one way of them. What is not named both ways is.
 * Each lasts until `heal`.
 */
export interface Network {
  /** Nothing arrives and nothing is lost: later all of it does. */
  stall(way?: Way): void
  /**
   * A black hole: bytes and ends vanish without a word. A connection that lost some stays silent for good.
   */
  lose(way?: Way): void
  /** How often a connection has lost something for the first time, each way counted. */
  silenced(): number
  /** Ends what lost something towards the targets, as a server does that keeps asking for a sign of life. */
  endForlorn(): void
  delay(ms: number, way?: Way): void
  /** Bytes in a second, of each connection. */
  limit(bytesPerSecond: number, way?: Way): void
  /** Each WebSocket message arrives `copies` times. */
  duplicate(copies: number, way?: Way): void
  /** New connections are reset. */
  refuse(): void
  /** Resets every connection there is; new ones are welcome. */
  reset(): void
  /** New connections, and those that have lost nothing, work as they should. */
  heal(): void
}

/** Forwards TCP connections to ports of 127.0.0.1, each to the next of them that answers. */
export interface Forwarder extends Network {
  readonly port: number
  /** May be changed at any time; what is connected stays where it is. */
  readonly targets: number[]
  /** How many connections each target was given. */
  readonly given: ReadonlyMap<number, number>
  remove(target: number): void
  /**
   * Breaks the next `count` connections whose target answers, instead of passing the answer on: the request
   * is done, and the caller cannot know.
   */
  loseAnswers(count: number): void
  /** Connections that were broken so. */
  lost(): number
  close(): Promise<void>
}

/**
 * Where systems take no ports for outgoing connections from (Linux begins at 32768): what is free here stays
 * free until the program listens that it is meant for, however many connections other tests open meanwhile.
 */
const QUIET_PORTS = [10_000, 32_000] as const

/** A port that nobody uses, chosen at random, so that test files that run at once do not get the same. */
export async function aFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...QUIET_PORTS)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * A load balancer as simple as can be, on a free port: round robin, no health checks but a refused
 * connection.
 */
export async function forward(first: readonly number[]): Promise<Forwarder> {
  const targets = [...first]
  const given = new Map<number, number>()
  const sockets = new Set<Socket>()
  const conditions = { up: goodConditions(), down: goodConditions() }
  let isRefusing = false
  let turn = 0
  let toLose = 0
  let lost = 0
  let silenced = 0
  /** End the far sides of connections that have lost something. */
  const forlorn = new Set<() => void>()

  function attach(client: Socket, attempts: number) {
    const target = targets[turn++ % targets.length]
    if (target === undefined || attempts === 0) {
      client.destroy()
      return
    }
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    let isConnected = false
    upstream.on('error', () => {
      if (isConnected) upstream.destroy()
      else attach(client, attempts - 1)
    })
    upstream.once('connect', () => {
      isConnected = true
      if (client.destroyed) {
        upstream.destroy()
        return
      }
      given.set(target, (given.get(target) ?? 0) + 1)
      sockets.add(upstream)
      upstream.once('close', () => sockets.delete(upstream))
      upstream.on('data', () => {
        if (toLose === 0) return
        toLose--
        lost++
        client.destroy()
      })
      const end = () => {
        back.die() // the client is not told
        upstream.resetAndDestroy()
      }
      const onLost = () => {
        silenced++
        forlorn.add(end)
      }
      new Link(client, upstream, conditions.up, onLost)
      const back = new Link(upstream, client, conditions.down, onLost)
    })
  }

  // An end is passed on like everything else, or not at all.
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    if (isRefusing) {
      client.resetAndDestroy()
      return
    }
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => sockets.delete(client))
    if (conditions.up.lost)
      silenced++ // the target does not even learn that somebody wants to connect
    else attach(client, targets.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function set(change: Partial<Conditions>, way?: Way): void {
    for (const one of way === undefined ? (['up', 'down'] as const) : [way])
      Object.assign(conditions[one], change)
  }

  return {
    port: (server.address() as { port: number }).port,
    targets,
    given,
    remove(target) {
      const at = targets.indexOf(target)
      if (at !== -1) targets.splice(at, 1)
    },
    loseAnswers(count) {
      toLose = count
    },
    lost: () => lost,
    stall: (way) => set({ stalled: true }, way),
    lose: (way) => set({ lost: true }, way),
    silenced: () => silenced,
    endForlorn() {
      for (const end of forlorn) end()
      forlorn.clear()
    },
    delay: (ms, way) => set({ delayMs: ms }, way),
    limit: (bytesPerSecond, way) => set({ bytesPerSecond }, way),
    duplicate: (copies, way) => set({ copies }, way),
    refuse() {
      isRefusing = true
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    heal() {
      isRefusing = false
      set(goodConditions())
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
