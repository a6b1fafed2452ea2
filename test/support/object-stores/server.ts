import { createServer as createPlainServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request to an object store, whole. */
export interface StoreCall {
  readonly method: string
  /** As it stood on the wire. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface StoreReply {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  /** The connection breaks behind the body, which is not all that the headers promise. */
  readonly breaks?: boolean
  /** The rest of the body never comes. */
  readonly stalls?: boolean
}

export interface StoreServer {
  readonly origin: string
  /** Every request that arrived, without its body. */
  readonly calls: string[]
  /** Set by a test: an answer instead of the store's own, `break` for none at all. */
  interfere: ((call: StoreCall) => StoreReply | 'break' | undefined) | undefined
  /** Set by a test: whether the connection breaks when the store has done what it was asked for. */
  loseAnswer: ((call: StoreCall) => boolean) | undefined
  close(): Promise<void>
}

/** What a store refuses: an error code in the provider's words. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface StoreServerOptions {
  readonly certificate?: { readonly key: string; readonly cert: string } | undefined
  readonly serve: (call: StoreCall) => StoreReply | Promise<StoreReply>
  readonly refuse: (refused: Refused) => StoreReply
}

/** A real HTTP server on loopback in front of one store. */
export async function startStoreServer(options: StoreServerOptions): Promise<StoreServer> {
  const { certificate, serve, refuse } = options
  const answer = async (call: StoreCall, response: ServerResponse) => {
    const other = store.interfere?.(call)
    if (other === 'break') return response.destroy()
    const reply = other ?? (await serveOrRefuse(call))
    if (store.loseAnswer?.(call)) return response.destroy()
    const isWhole = !reply.stalls && !reply.breaks
    const length = { 'content-length': String(Buffer.byteLength(reply.body ?? '')) }
    response.writeHead(reply.status, isWhole ? { ...length, ...reply.headers } : reply.headers)
    if (reply.stalls) return response.write(reply.body)
    if (reply.breaks) return response.write(reply.body, () => setImmediate(() => response.destroy()))
    return response.end(reply.body)
  }
  async function serveOrRefuse(call: StoreCall): Promise<StoreReply> {
    try {
      return await serve(call)
    } catch (error) {
      if (error instanceof Refused) return refuse(error)
      throw error
    }
  }
  const listener: Parameters<typeof createPlainServer>[1] = async (request, response) => {
    const [path = '', rawQuery = ''] = (request.url ?? '').split('?')
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { method = '', headers } = request
    store.calls.push(`${method} ${request.url}`)
    await answer({ method, path, query: new URLSearchParams(rawQuery), headers, body }, response)
  }
  const server = certificate ? createServer(certificate, listener) : createPlainServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const store: StoreServer = {
    origin: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    calls: [],
    interfere: undefined,
    loseAnswer: undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
  return store
}

/** The value of a header that has to be there once. */
export const headerOf = ({ headers }: StoreCall, name: string): string => String(headers[name] ?? '')
