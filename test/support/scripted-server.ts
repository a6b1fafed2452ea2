import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}
/** Status, body (a text as it is, all else as JSON) and headers; undefined breaks the connection. */
export type Reply =
  | readonly [status: number, body?: object | string | undefined, headers?: Readonly<Record<string, string>>]
  | undefined

/** A server on loopback that answers every request as `replyTo` says, and remembers what it was asked. */
export async function aScriptedServer(replyTo: (asked: Asked, before: number) => Reply) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers }
    const reply = replyTo(one, asked.push(one) - 1)
    if (reply === undefined) return request.socket.destroy()
    const [status, body, more] = reply
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    return response.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, asked, [Symbol.dispose]: close }
}
