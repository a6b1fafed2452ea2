import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Forwards TCP connections to ports of 127.0.0.1, each to the next of them that answers. */
export interface Forwarder {
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

export async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** A load balancer as simple as can be, on a free port: round robin, no health checks but a refused connection. */
export async function forward(first: readonly number[]): Promise<Forwarder> {
  const targets = [...first]
  const given = new Map<number, number>()
  const sockets = new Set<Socket>()
  let turn = 0
  let toLose = 0
  let lost = 0

  function attach(client: Socket, attempts: number) {
    const target = targets[turn++ % targets.length]
    if (target === undefined || attempts === 0) {
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    upstream.once('error', () => {
      if (upstream.bytesRead === 0 && upstream.bytesWritten === 0) attach(client, attempts - 1)
      else client.destroy()
    })
    upstream.once('connect', () => {
      given.set(target, (given.get(target) ?? 0) + 1)
      sockets.add(upstream)
      client.pipe(upstream)
      upstream.on('data', (answer) => {
        if (toLose > 0) {
          toLose--
          lost++
          client.destroy()
        } else if (!client.write(answer)) upstream.pause()
      })
      client.on('drain', () => upstream.resume())
      upstream.once('end', () => client.end())
      client.once('close', () => upstream.destroy())
      upstream.once('close', () => client.destroy())
    })
  }

  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => sockets.delete(client))
    attach(client, targets.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

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
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
