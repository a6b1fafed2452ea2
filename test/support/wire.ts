import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  /** Path and query, as they stood on the wire. */
  readonly url: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Wire extends AsyncDisposable {
  readonly origin: string
  readonly arrived: Arrived[]
  close(): Promise<void>
}

/** A real HTTP server on loopback that keeps what arrived and answers as `answer` does. */
export async function startWire(
  answer: (request: Arrived, response: ServerResponse) => void | Promise<void>,
): Promise<Wire> {
  const arrived: Arrived[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString('utf8')
    const url = request.url ?? ''
    const one = {
      method: request.method ?? '',
      url,
      query: new URL(url, 'http://wire').searchParams,
      headers: request.headers,
      body,
    }
    arrived.push(one)
    await answer(one, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((closed) => server.close(() => closed()))
  }
  return { origin: `http://127.0.0.1:${port}`, arrived, close, [Symbol.asyncDispose]: close }
}

/** Status, body (a text as it is, all else as JSON) and headers; undefined breaks the connection. */
export type Reply =
  | readonly [status: number, body?: object | string | undefined, headers?: Readonly<Record<string, string>>]
  | undefined

/** The same that answers as `replyTo` says, which is told how many requests came before. */
export async function startScriptedWire(replyTo: (request: Arrived, before: number) => Reply): Promise<Wire> {
  let before = 0
  return startWire((request, response) => {
    const reply = replyTo(request, before++)
    if (reply === undefined) {
      response.destroy()
      return
    }
    const [status, body, more] = reply
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
