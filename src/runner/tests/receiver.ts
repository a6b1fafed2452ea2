import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardedFetch, guardedPost, type Post } from '../../lib/outgoing-http.ts'
import type { WebhookFixture } from '../../pipeline/tests/model.ts'

/** A request that the test received. */
export interface ReceivedRequest {
  readonly webhook: string
  readonly method: string
  readonly body: string
}

export interface Receiver {
  readonly requests: readonly ReceivedRequest[]
  readonly post: Post
  readonly fetch: typeof fetch
  close(): Promise<void>
}

/** What a test keeps of the body of one request, and of all of them. */
const MAX_BODY_BYTES = 1024 * 1024
const MAX_REQUESTS = 1_000

/**
 * A server on loopback that answers what the test declares, in the place of the addresses that pipelines
 * call. Everything else is refused, unless `network` allows it: a test sends nothing to anybody by accident.
 */
export async function startReceiver(
  webhooks: readonly WebhookFixture[],
  network: boolean,
): Promise<Receiver> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const webhook = webhooks[Number(request.url?.slice(1))]
    void bodyOf(request).then((body) => {
      if (webhook === undefined) return response.writeHead(404).end()
      if (requests.length < MAX_REQUESTS)
        requests.push({ webhook: webhook.name, method: request.method ?? '', body })
      return response.writeHead(webhook.status, { 'content-type': typeOf(webhook.body) }).end(webhook.body)
    })
  })
  if (webhooks.length > 0) await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = (server.address() as AddressInfo | null) ?? { port: 0 }
  const policy = { allowPrivateAddresses: true }
  const post = guardedPost(policy)
  const fetching = guardedFetch(policy)

  /** Where a request goes instead. */
  function placeOf(url: URL): URL {
    const at = webhooks.findIndex((one) => isMeant(one.url, url))
    if (at >= 0) return new URL(`http://127.0.0.1:${port}/${at}`)
    if (network) return url
    throw new Error('the test does not declare this address: add it to webhooks, or pass --network')
  }

  return {
    requests,
    post: async (url, posting) => post(placeOf(url), posting),
    fetch: async (input, init) => {
      if (input instanceof Request) return fetching(new Request(placeOf(new URL(input.url)), input), init)
      return fetching(placeOf(new URL(input)), init)
    },
    async close() {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An address without a query means every one with it. */
function isMeant(declared: string, url: URL): boolean {
  const meant = new URL(declared)
  return (
    meant.origin === url.origin && meant.pathname === url.pathname && [url.search, ''].includes(meant.search)
  )
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    }
  } catch {
    // Who called has gone; what arrived is what there is.
  }
  return Buffer.concat(chunks).toString('utf8')
}

function typeOf(body: string): string {
  try {
    JSON.parse(body)
    return 'application/json'
  } catch {
    return 'text/plain; charset=utf-8'
  }
}
