import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Stands in front of an HTTP server and passes requests on, but for one that it holds: a client can be killed
 * at that moment.
 */
export interface HoldingProxy extends AsyncDisposable {
  readonly origin: string
  /**
   * Holds the next request whose body matches, which is never answered: `before` the server knows of it, or
   * `behind` the server's answer. Resolves when it is held.
   */
  hold(matches: (body: string) => boolean, moment: 'before' | 'behind'): Promise<void>
}

interface Held {
  readonly matches: (body: string) => boolean
  readonly moment: 'before' | 'behind'
  readonly reached: () => void
}

/** Starts one on loopback in front of `target`. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  let wanted: Held | undefined

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const held = wanted?.matches(body.toString('utf8')) === true ? wanted : undefined
    if (held !== undefined) wanted = undefined
    if (held?.moment === 'before') return held.reached()
    const { method, headers, url = '/' } = incoming
    const passed = request(new URL(url, target), { method, headers })
    passed.end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    const answered = await buffer(answer)
    if (held !== undefined) return held.reached()
    const { 'transfer-encoding': _, ...kept } = answer.headers
    response.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': answered.length }).end(answered)
  }

  const server = createServer((incoming, response) => {
    // The client is gone, or the server is: the other side learns it as it would without a proxy.
    serve(incoming, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (matches, moment) =>
      new Promise((reached) => {
        wanted = { matches, moment, reached }
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
