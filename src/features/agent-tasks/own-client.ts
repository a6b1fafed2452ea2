import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { type Client, clientOver } from '../../client/client.ts'
import { addressOf, failureOf, type RequestOptions } from '../../client/transport.ts'
import { asOwnRequests, type OwnRequests } from '../../http/in-process.ts'
import type { Server } from '../../http/server.ts'

/** The API of this process, asked without a connection and without a token, as one caller. */
export function createOwnClient(
  app: Pick<Server, 'inject'>,
  basePath: string,
  requests: OwnRequests,
): Client {
  const url = `http://localhost${basePath}`

  async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const address = addressOf(url, path, options.query)
    const response = await asOwnRequests(requests, async () => {
      const answered = await app.inject({
        method: method as 'GET',
        url: address.pathname + address.search,
        headers: {
          accept: 'application/json',
          'user-agent': 'headrace-agent-task',
          ...options.headers,
          ...(options.json !== undefined && { 'content-type': 'application/json' }),
        },
        ...(options.json !== undefined && { payload: JSON.stringify(options.json) }),
        payloadAsStream: true,
      })
      const { statusCode: status, headers } = answered
      const isEmpty = status === 204 || status === 304
      const body = isEmpty ? null : (Readable.toWeb(answered.stream()) as WebStream<Uint8Array>)
      return new Response(body as ReadableStream<Uint8Array> | null, {
        status,
        headers: textHeaders(headers),
      })
    })
    if (!response.ok) throw await failureOf(response, `${method} ${address.pathname}`)
    return response
  }
  return clientOver({ url, send })
}

const textHeaders = (headers: object): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
