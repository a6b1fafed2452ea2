import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch as undiciFetch } from 'undici'
import { addressKind, isMetadataName } from './addresses.ts'

export interface OutgoingPolicy {
  /** Whether loopback and private addresses may be reached (decisions.md §12). */
  readonly allowPrivateAddresses: boolean
}

/** A request was not made because of where it would have gone. It is the `cause` of fetch's error. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** Longer than any time a component may wait (an hour): who calls decides with a signal, not this client. */
const idleLimitMs = 2 * 60 * 60 * 1000

/**
 * A `fetch` that never connects to link-local or cloud-metadata addresses, and to loopback and private ones only by
 * policy (decisions.md §12). Decided at every connection, on the address that is then connected to: neither a
 * redirect nor a name that resolves differently the second time gets around it. Refused: fetch rejects with a
 * TypeError whose `cause` is AddressRefused.
 */
export function guardedFetch(policy: OutgoingPolicy): typeof fetch {
  const connect = buildConnector({ lookup: guardedLookup(policy) })
  const dispatcher = new Agent({
    headersTimeout: idleLimitMs,
    bodyTimeout: idleLimitMs,
    connect: (options, callback) => {
      const refusal = refusalOfHost(options.hostname, policy)
      if (refusal === undefined) connect(options, callback)
      else callback(new AddressRefused(refusal), null)
    },
  })
  const guarded = (input: Parameters<typeof undiciFetch>[0], init?: Parameters<typeof undiciFetch>[1]) =>
    undiciFetch(input, { ...init, dispatcher })
  return guarded as unknown as typeof fetch // undici's own types and Node's differ only by name
}

/** Why a host may not be reached, by its name or literal address; a literal never reaches a lookup. */
export function refusalOfHost(host: string, policy: OutgoingPolicy): string | undefined {
  if (isMetadataName(host)) return `${host} is a cloud metadata service, which pipelines may not reach`
  const literal = host.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0 ? undefined : refusal(host, literal, policy)
}

function refusal(host: string, address: string, policy: OutgoingPolicy): string | undefined {
  const kind = addressKind(address)
  const what = host === address ? host : `${host} (${address})`
  if (kind === 'forbidden') return `${what} is an address that pipelines may not reach`
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
