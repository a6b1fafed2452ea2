import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { addressKind, isMetadataName } from './addresses.ts'
import { productVersion } from './version.ts'

export interface OutgoingPolicy {
  /** Whether loopback and private addresses may be reached (decisions.md §12). */
  readonly allowPrivateAddresses: boolean
  /** Whether servers must prove who they are; true unless stated. */
  readonly verifyCertificates?: boolean
}

/** A request was not made because of where it would have gone. It is the `cause` of fetch's error. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

type Undici = typeof import('undici')

/** Longer than any time a component may wait (an hour): who calls decides with a signal, not this client. */
const idleLimitMs = 2 * 60 * 60 * 1000

/**
 * For a guarded `fetch`: the body comes as it was sent, and what its content-encoding says is left to the
 * caller.
 */
export interface PackedInit extends RequestInit {
  readonly keepsPacked: true
}

/**
 * A `fetch` that never connects to link-local or cloud-metadata addresses, and to loopback and private ones
 * only by policy (decisions.md §12). Decided at every connection, on the address that is then connected to:
 * neither a redirect nor a name that resolves differently the second time gets around it. Refused: fetch
 * rejects with a TypeError whose `cause` is AddressRefused.
 */
export function guardedFetch(policy: OutgoingPolicy): typeof fetch {
  const client = guardedClient(policy)
  type Fetch = Awaited<ReturnType<typeof client>>['fetch']
  const guarded = async (...[input, init]: Parameters<Fetch>) => {
    const { fetch, request, dispatcher } = await client()
    if (init === undefined || !('keepsPacked' in init)) {
      const response = await fetch(input, { ...init, dispatcher })
      if (response.body !== null) responses.set(response.body, response)
      return response
    }
    return packedResponse(() => request(String(input), { ...(init as PlainOptions), dispatcher }))
  }
  return guarded as unknown as typeof fetch // undici's own types and Node's differ only by name
}

/**
 * The responses of bodies that somebody holds. Undici cancels a body whose response was collected before it
 * is read, and what is cancelled reads like an empty file.
 */
const responses = new WeakMap<object, unknown>()

type PlainOptions = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'signal'>

/** What Undici's plain client answers, which neither unpacks bodies nor follows redirects. */
async function packedResponse(send: () => Promise<Dispatcher.ResponseData>): Promise<Response> {
  const answer = await send().catch((error: unknown) => {
    throw new TypeError('fetch failed', { cause: error })
  })
  const headers = Object.entries(answer.headers).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  )
  const body = Readable.toWeb(answer.body) as ReadableStream
  return new Response(body, { status: answer.statusCode, statusText: answer.statusText, headers })
}

/** A text to post, and when to give up. */
export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export interface Posted {
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** To be read or destroyed. */
  readonly body: Readable
}

/**
 * Posts once, and follows no redirect. Rejects when nothing answers, with AddressRefused where it must not
 * go.
 */
export type Post = (url: URL, posting: Posting) => Promise<Posted>

/**
 * Under the same policy, but not as a browser: it calls every port, and sends no header that only browsers
 * send.
 */
export function guardedPost(policy: OutgoingPolicy): Post {
  const client = guardedClient(policy)
  return async (url, { headers, body: text, signal }) => {
    const sent = { 'user-agent': `Headrace/${productVersion}`, ...headers }
    const { request, dispatcher } = await client()
    const answer = await request(url, { method: 'POST', headers: sent, body: text, signal, dispatcher })
    const { statusCode: status, statusText, headers: received, body } = answer
    body.on('error', () => undefined) // of a body that nobody reads to its end
    return { status, statusText, headers: received, body }
  }
}

/** Loads the client with the first request: a process that makes none needs several megabytes less. */
function guardedClient(policy: OutgoingPolicy) {
  let loaded: Promise<{ fetch: Undici['fetch']; request: Undici['request']; dispatcher: Agent }> | undefined
  const load = async () => {
    const undici = await import('undici')
    const { fetch, request } = undici
    return { fetch, request, dispatcher: guardedAgent(undici, policy) }
  }
  return () => {
    loaded ??= load()
    return loaded
  }
}

function guardedAgent({ Agent, buildConnector }: Undici, policy: OutgoingPolicy): Agent {
  const connect = buildConnector({
    lookup: guardedLookup(policy),
    rejectUnauthorized: policy.verifyCertificates ?? true,
  })
  return new Agent({
    headersTimeout: idleLimitMs,
    bodyTimeout: idleLimitMs,
    connect: (options, callback) => {
      const refusal = refusalOfHost(options.hostname, policy)
      if (refusal === undefined) connect(options, callback)
      else callback(new AddressRefused(refusal), null)
    },
  })
}

/** Why a host may not be reached, by its name or literal address; a literal never reaches a lookup. */
export function refusalOfHost(host: string, policy: OutgoingPolicy): string | undefined {
  if (isMetadataName(host)) return `${host} is a cloud metadata service, which pipelines must not reach`
  const literal = host.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0 ? undefined : refusal(host, literal, policy)
}

function refusal(host: string, address: string, policy: OutgoingPolicy): string | undefined {
  const kind = addressKind(address)
  const what = host === address ? host : `${host} (${address})`
  if (kind === 'forbidden') return `${what} is an address that pipelines must not reach`
  if (kind === 'public' || policy.allowPrivateAddresses) return undefined
  return `${what} is a private address; set HEADRACE_ALLOW_PRIVATE_ADDRESSES=true to allow such requests`
}

/** Resolves like dns.lookup, and leaves out what may not be reached. */
export const guardedLookup =
  (policy: OutgoingPolicy): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => refusal(host, address, policy) === undefined)
      const first = allowed[0]
      if (first === undefined) {
        const reason = refusal(host, addresses[0]?.address ?? '', policy) ?? `${host} has no address`
        return callback(new AddressRefused(reason), '', 0)
      }
      if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
