import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SeenRequest {
  readonly method: string
  /** Path below the base path, with its query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>

export interface LoopbackApi extends AsyncDisposable {
  readonly origin: string
  /** Origin and base path. */
  readonly url: string
  /** All requests but those for tokens. */
  readonly requests: readonly SeenRequest[]
  readonly tokenRequests: readonly SeenRequest[]
  /** From now on, earlier tokens are rejected. */
  revokeTokens(): void
  /** Answers the next request for a token, which is refused. */
  refuseToken(answer: Answer): void
}

export const credential = { clientId: 'client', clientSecret: 's3cret/+%' }
const problems = {
  400: 'bad-request',
  401: 'unauthorized',
  404: 'not-found',
  409: 'conflict',
  429: 'too-many-requests',
  503: 'service-unavailable',
} as const

/**
 * A real HTTP server on loopback that gives tokens and refuses bad ones as decisions.md §2 says; `answers`
 * maps `GET /v1/projects` (no query) to what it does then. Everything else is not found.
 */
export async function startApi(answers: Readonly<Record<string, Answer>>): Promise<LoopbackApi> {
  const requests: SeenRequest[] = []
  const tokenRequests: SeenRequest[] = []
  const refusals: Answer[] = []
  let generation = 1

  function giveToken(request: SeenRequest, response: ServerResponse) {
    tokenRequests.push(request)
    const refusal = refusals.shift()
    if (refusal !== undefined) return refusal(request, response)
    const { clientId, clientSecret } = credential
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
    const known = request.headers.authorization === `Basic ${basic.toString('base64')}`
    if (!known || !request.body.toString().includes('grant_type=client_credentials'))
      return json(response, 401, { error: 'invalid_client' })
    json(response, 200, { access_token: `token-${generation}`, token_type: 'Bearer', expires_in: 1800 })
  }

  const server = createServer(async (incoming, response) => {
    const request = await read(incoming)
    if (request.path === '/oauth/token') return giveToken(request, response)
    const seen = { ...request, path: request.path.replace(/^\/api/, '') }
    requests.push(seen)
    if (request.headers.authorization !== `Bearer token-${generation}`)
      return problem(response, 401, 'The access token is not valid')
    const answer = answers[`${seen.method} ${seen.path.split('?', 1)[0]}`]
    if (answer === undefined) return problem(response, 404, `${seen.method} ${seen.path} is not served here`)
    await answer(seen, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    url: `${origin}/api`,
    requests,
    tokenRequests,
    revokeTokens: () => {
      generation++
    },
    refuseToken: (answer) => void refusals.push(answer),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A problem document as decisions.md §4 describes it. */
export function problem(
  response: ServerResponse,
  status: keyof typeof problems,
  detail: string,
  violations: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = `https://headrace.example/problems/${problems[status]}`
  const body = { type, title: problems[status], status, detail, instance: '/', violations }
  response
    .writeHead(status, {
      'content-type': 'application/problem+json',
      'x-request-id': 'request-7',
      ...headers,
    })
    .end(JSON.stringify(body))
}

/** Answers one page of `all`, as the query asks for it. */
export const paged =
  (all: readonly unknown[]): Answer =>
  (request, response) => {
    const query = new URL(request.path, 'http://here').searchParams
    const page = Number(query.get('page') ?? 0)
    const size = Math.min(100, Number(query.get('size') ?? 25))
    json(response, 200, { page, size, total: all.length, results: all.slice(page * size, (page + 1) * size) })
  }

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const body = Buffer.concat(await incoming.toArray())
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body }
}
