import type { Profile, TokenTools } from '../../src/client/token.ts'
import {
  createTransport,
  type Query,
  type RequestOptions,
  type Transport,
} from '../../src/client/transport.ts'

const PAGE_SIZE = 100

/** The API for tests, by plain paths: they also send what the API document does not allow. */
export interface Client extends Transport {
  /** The body as JSON; undefined when the response has none. */
  call<T>(method: string, path: string, options?: RequestOptions): Promise<T>
  get<T>(path: string, query?: Query): Promise<T>
  /** Every item of a paged list, page after page. */
  all<T>(path: string, query?: Query): Promise<T[]>
}

export function createClient(login: Profile, tools: TokenTools): Client {
  const { url, send } = createTransport(login, tools)

  async function call<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const text = await (await send(method, path, options)).text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const get = <T>(path: string, query?: Query) => call<T>('GET', path, { query })

  async function all<T>(path: string, query: Query = {}): Promise<T[]> {
    const results: T[] = []
    for (let page = 0; ; page++) {
      const answer = await get<{ results: T[]; total: number }>(path, { ...query, page, size: PAGE_SIZE })
      results.push(...answer.results)
      if (answer.results.length === 0 || results.length >= answer.total) return results
    }
  }

  return { url, send, call, get, all }
}
