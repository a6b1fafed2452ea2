import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { StatementResponse } from '../wire.ts'

/** A statement as it arrived. */
export interface Arrived {
  readonly statement: string
  readonly warehouse_id: string
  readonly catalog?: string
  readonly schema?: string
  readonly disposition: string
  readonly wait_timeout: string
}

/** An answer other than 200. */
interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * What becomes of a statement: the answers to its submission and to each question after it; the last one
 * stays.
 */
export type Course = readonly StatementResponse[]

/**
 * The Statement Execution API and the token endpoint on loopback, with answers as the service records them:
 * it checks tokens and the warehouse, serves parts of results and links that know no token, and remembers
 * what was cancelled.
 */
export class DatabricksService {
  readonly arrived: Arrived[] = []
  readonly cancelled: string[] = []
  tokens = new Set(['dapi-right'])
  tokensIssued = 0
  clientSecret = 'right'
  tokenSeconds = 3_600
  warehouseId = 'w1'
  /** By its SQL; it succeeds without rows unless stated. */
  course: (arrived: Arrived) => Course = () => [succeeded([], [])]
  chunks: Readonly<Record<number, object>> = {}
  links: (path: string, headers: IncomingMessage['headers']) => string | number = () => 404
  readonly #refusals: { readonly path: RegExp; readonly refusal: Refusal }[] = []
  readonly #courses = new Map<string, StatementResponse[]>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  url = ''

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Nothing listens at its address for so long. */
  async away(ms: number): Promise<void> {
    this.close()
    await pause(ms)
    await new Promise<void>((resolve) =>
      this.#server.listen(Number(new URL(this.url).port), '127.0.0.1', resolve),
    )
  }

  /** Refuses the next request that matches, `METHOD /path`. */
  refuse(path: RegExp, refusal: Refusal): void {
    this.#refusals.push({ path, refusal })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await Array.fromAsync(request)).map(String).join('')
    const { pathname } = new URL(request.url ?? '', this.url)
    const called = `${request.method} ${pathname}`
    const index = this.#refusals.findIndex(({ path }) => path.test(called))
    const [refused] = index < 0 ? [] : this.#refusals.splice(index, 1)
    if (refused !== undefined) return refuse(response, refused.refusal)
    if (pathname === '/oidc/v1/token') return this.#issue(request, response, text)
    if (pathname.startsWith('/link/')) return this.#link(pathname, request, response)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!this.tokens.has(token))
      return refuse(response, { status: 401, code: 'UNAUTHENTICATED', message: 'Invalid access token.' })
    const answer = this.#answer(called, text)
    if (answer === undefined)
      return refuse(response, { status: 404, code: 'NOT_FOUND', message: `${called} was not found` })
    if ('status' in answer && typeof answer.status === 'number') return refuse(response, answer as Refusal)
    reply(response, 200, answer)
  }

  #answer(called: string, text: string): object | undefined {
    if (called === 'POST /api/2.0/sql/statements') return this.#submit(JSON.parse(text) as Arrived)
    const [, id = '', rest = ''] = /statements\/([\w-]+)(.*)$/.exec(called) ?? []
    const course = this.#courses.get(id)
    if (course === undefined) return undefined
    if (rest === '/cancel') {
      this.cancelled.push(id)
      return {}
    }
    if (rest === '') return { statement_id: id, ...(course.length > 1 ? course.shift() : course[0]) }
    return this.chunks[Number(/\/result\/chunks\/(\d+)$/.exec(rest)?.[1])]
  }

  #submit(arrived: Arrived): object {
    if (arrived.warehouse_id !== this.warehouseId)
      return {
        status: 404,
        code: 'RESOURCE_DOES_NOT_EXIST',
        message: `The warehouse ${arrived.warehouse_id} was not found`,
      }
    this.arrived.push(arrived)
    const id = `s-${this.arrived.length}`
    const course = [...this.course(arrived)]
    this.#courses.set(id, course)
    return { statement_id: id, ...(course.length > 1 ? course.shift() : course[0]) }
  }

  #issue(request: IncomingMessage, response: ServerResponse, text: string): void {
    const basic = Buffer.from(`client-1:${this.clientSecret}`).toString('base64')
    if (request.headers.authorization !== `Basic ${basic}` || !text.includes('scope=all-apis')) {
      const said = { error: 'invalid_client', error_description: 'Client authentication failed' }
      reply(response, 401, said)
      return
    }
    const token = `oauth-${++this.tokensIssued}`
    this.tokens.add(token)
    reply(response, 200, { access_token: token, token_type: 'Bearer', expires_in: this.tokenSeconds })
  }

  #link(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
    const found = this.links(path, headers)
    if (typeof found === 'number') response.writeHead(found).end('<Error>expired</Error>')
    else response.writeHead(200).end(found)
  }
}

function refuse(response: ServerResponse, { status, code, message, headers = {} }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error_code: code, message }))
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The answer of a statement that ended well. */
export const succeeded = (
  columns: readonly (readonly [name: string, type: string])[],
  rows: readonly (readonly (string | null)[])[],
  more: { readonly total?: number; readonly result?: object } = {},
): StatementResponse => ({
  status: { state: 'SUCCEEDED' },
  manifest: {
    schema: { columns: columns.map(([name, type]) => ({ name, type_text: type })) },
    total_row_count: more.total ?? rows.length,
    truncated: false,
  },
  result: more.result ?? { chunk_index: 0, data_array: rows },
})

export const running: StatementResponse = { status: { state: 'RUNNING' } }
export const pending: StatementResponse = { status: { state: 'PENDING' } }
export const failed = (message: string, sqlState?: string): StatementResponse => ({
  status: {
    state: 'FAILED',
    error: { error_code: 'BAD_REQUEST', message },
    ...(sqlState !== undefined && { sql_state: sqlState }),
  },
})
