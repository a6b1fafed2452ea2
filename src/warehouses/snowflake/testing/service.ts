import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}
type Reply = (asked: Asked) => unknown | Promise<unknown>

/**
 * A server that speaks the protocol of drivers: what it is asked is kept, and refused where the service
 * refuses it.
 */
export class SnowflakeService {
  readonly asked: Asked[] = []
  password = 'right'
  token = 'session-1'
  place: Record<string, string | null> = { databaseName: 'SALES', schemaName: 'PUBLIC', roleName: 'ETL' }
  login: Reply = ({ body }) => this.#checked(body['data'] as Record<string, string>)
  query: Reply = () => rows([['1']])
  results: Reply = () => rows([['1']])
  parts: (path: string, response: ServerResponse) => void = (_, response) => response.writeHead(404).end()
  readonly server = createServer((request, response) => void this.#serve(request, response))
  url = ''

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  of(path: string): Asked[] {
    return this.asked.filter((one) => one.path === path)
  }

  #checked(data: Record<string, string>): unknown {
    if (data['PASSWORD'] === this.password || data['TOKEN'] !== undefined)
      return ok({ token: this.token, masterToken: 'master-1', sessionInfo: this.place })
    return refused('390100', 'Incorrect username or password was specified.')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url)
    if (pathname.startsWith('/part')) return this.parts(pathname, response)
    const text = (await Array.fromAsync(request)).map(String).join('')
    const asked = {
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: text === '' ? {} : JSON.parse(text),
    }
    this.asked.push(asked)
    const answer = await this.#answer(asked)
    if (typeof answer === 'number') {
      response.writeHead(answer).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

  #answer(asked: Asked): unknown {
    if (asked.path === '/session/v1/login-request') return this.login(asked)
    if (asked.path === '/session/token-request') {
      if (asked.headers.authorization !== 'Snowflake Token="master-1"')
        return refused('390114', 'no master token')
      this.token = 'session-2'
      return ok({ sessionToken: this.token, masterToken: 'master-1' })
    }
    if (asked.headers.authorization !== `Snowflake Token="${this.token}"`)
      return refused('390112', 'Your session has expired. Please login again.')
    if (asked.path === '/queries/v1/query-request') return this.query(asked)
    if (asked.path.startsWith('/queries/results')) return this.results(asked)
    return ok({})
  }
}

const ok = (data: object) => ({ success: true, code: null, message: null, data })
export const refused = (code: string, message: string) => ({ success: false, code, message, data: {} })
const text = { name: 'A', type: 'text', length: 16_777_216 }
export const rows = (rowset: (string | null)[][], more: object = {}) =>
  ok({ queryId: 'q-1', statementTypeId: 4096, rowtype: [text], rowset, total: rowset.length, ...more })
