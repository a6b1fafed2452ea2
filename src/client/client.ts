import { Failure } from './failure.ts'
import type { Answer, Arguments, Item, ListPath, Method, PathOf } from './operations.ts'
import type { Profile, TokenTools } from './token.ts'
import { createTransport, notFromHeadrace, type RequestOptions, type Transport } from './transport.ts'

const PAGE_SIZE = 100

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...options: Arguments<M, P>
) => Promise<Answer<M, P>>

/**
 * The API of one server, as one credential, typed by its document:
 * `client.get('/v1/projects/{projectId}', { path: { projectId }
 * })`. Every method throws Failure unless the response is a success.
 */
export interface Client {
  readonly url: string
  readonly get: Call<'get'>
  readonly post: Call<'post'>
  readonly put: Call<'put'>
  readonly patch: Call<'patch'>
  readonly delete: Call<'delete'>
  /** Every item of a paged list, page after page. */
  readonly all: <P extends ListPath>(path: P, ...options: Arguments<'get', P>) => Promise<Item<P>[]>
  /** The response itself, for bodies that are read as they arrive, and for headers. */
  readonly send: <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...options: Arguments<M, P>
  ) => Promise<Response>
}

interface Options extends RequestOptions {
  readonly path?: Readonly<Record<string, string>>
}

/** A client that repeats requests as `createTransport` describes. */
export const createClient = (login: Profile, tools: TokenTools): Client =>
  clientOver(createTransport(login, tools))

/** A client whose requests `transport` sends. */
export function clientOver(transport: Transport): Client {
  const send = async (method: Method, template: string, options: Options = {}) =>
    transport.send(method.toUpperCase(), filled(template, options.path), options)

  async function call(method: Method, template: string, options: Options = {}): Promise<unknown> {
    const text = await (await send(method, template, options)).text()
    if (text === '') return undefined
    try {
      return JSON.parse(text)
    } catch {
      // Without a cause: what answers like this is not away.
      const address = transport.url + filled(template, options.path)
      throw new Failure(`${address} answered with something else than JSON.`, { hint: notFromHeadrace })
    }
  }

  const calls = (method: Method) => (template: string, options?: Options) => call(method, template, options)

  async function all(template: string, options: Options = {}): Promise<unknown[]> {
    const results: unknown[] = []
    for (let page = 0; ; page++) {
      const query = { ...options.query, page, size: PAGE_SIZE }
      const answer = (await call('get', template, { ...options, query })) as Page
      results.push(...answer.results)
      if (answer.results.length === 0 || results.length >= answer.total) return results
    }
  }

  const client = {
    url: transport.url,
    get: calls('get'),
    post: calls('post'),
    put: calls('put'),
    patch: calls('patch'),
    delete: calls('delete'),
    all,
    send,
  }
  // The document promises what answers look like; at runtime they are whatever the server sent.
  return client as unknown as Client
}

/** The same client, whose requests all end when the signal is aborted. */
export function clientUntil(client: Client, signal: AbortSignal): Client {
  type Untyped = (path: string, options?: Options) => Promise<unknown>
  const until =
    (call: unknown): Untyped =>
    (path, options) =>
      (call as Untyped)(path, { ...options, signal })
  const send = client.send as (method: Method, path: string, options?: Options) => Promise<Response>
  const ending = {
    url: client.url,
    get: until(client.get),
    post: until(client.post),
    put: until(client.put),
    patch: until(client.patch),
    delete: until(client.delete),
    all: until(client.all),
    send: (method: Method, path: string, options?: Options) => send(method, path, { ...options, signal }),
  }
  return ending as unknown as Client
}

interface Page {
  readonly results: readonly unknown[]
  readonly total: number
}

/**
 * A path template with its parameters filled in. Throws Failure for what would make another address of it: a
 * URL leaves `variables/..` out, so that to delete a variable of this name would delete its project.
 */
const filled = (template: string, parameters: Readonly<Record<string, string>> = {}): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]!
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
    throw new Failure(`${JSON.stringify(value)} cannot be a name or an id.`)
  })
