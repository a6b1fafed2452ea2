import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { addressKind, isMetadataName } from '../lib/addresses.ts'
import { percentDecoded } from '../lib/percent-encode.ts'

/** Where a remote repository is: checked, without credentials. */
export interface RemoteAddress {
  readonly url: string
  readonly protocol: 'https:' | 'http:' | 'ssh:'
  readonly host: string
  readonly port: number
}

const ports = { 'https:': 443, 'http:': 80, 'ssh:': 22 } as const
const MAX_URL_CHARACTERS = 2_000
/** `user@host:path`, which Git takes as ssh. */
const scpLike = /^([A-Za-z0-9._-]+)@([A-Za-z0-9.-]+):(?!\/\/)([^\s]+)$/

/**
 * Reads the address of a repository as a user enters it. A string result is the error message for the user:
 * only https, http and ssh; no credentials in it (they would be in logs and lists of processes); nothing that
 * Git or ssh would take for an option, a helper program or a path of this machine.
 */
export function parseAddress(given: string): RemoteAddress | string {
  if (given.length > MAX_URL_CHARACTERS) return `must have at most ${MAX_URL_CHARACTERS} characters`
  for (const character of given)
    if (character <= ' ' || character === '\u007f') return 'must not contain spaces or control characters'
  if (given.startsWith('-')) return 'must not begin with -'
  if (/^[A-Za-z0-9+.-]+::/.test(given)) return 'must not name a helper program (::)'
  const scp = scpLike.exec(given)
  const url = URL.parse(scp === null ? given : `ssh://${scp[1]}@${scp[2]}/${scp[3]}`)
  if (url === null || !isProtocol(url.protocol)) return 'must begin with https://, http:// or ssh://'
  const { protocol } = url
  if (url.password !== '' || (protocol !== 'ssh:' && url.username !== '')) {
    return 'must not contain credentials; send the token in the header Git-Provider-Access-Token'
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (host === '' || host.startsWith('-') || url.username.startsWith('-')) return 'must name a host'
  if (!/^[A-Za-z0-9._:-]+$/.test(host)) return 'must name a host in plain ASCII'
  if (!/^[A-Za-z0-9._-]*$/.test(url.username)) return 'must have a plain user name'
  if (url.search !== '' || url.hash !== '') return 'must not have ? or #'
  if (/^\/*$/.test(url.pathname)) return 'must have the path of a repository'
  if (url.pathname.startsWith('/-')) return 'must not have a path that begins with -'
  return { url: url.href, protocol, host, port: url.port === '' ? ports[protocol] : Number(url.port) }
}

const isProtocol = (protocol: string): protocol is keyof typeof ports => Object.hasOwn(ports, protocol)

/**
 * The last part of an address, without `.git`: what the repository is called. A `%` that encodes nothing
 * stays.
 */
export function lastPart(url: string): string {
  const name = url.replace(/\/+$/, '').split('/').at(-1)!
  return (percentDecoded(name) ?? name).replace(/\.git$/i, '')
}

export interface AddressPolicy {
  /** Whether loopback and private addresses may be reached (decisions.md §12). */
  readonly allowPrivateAddresses: boolean
}

/** An address must not be reached. The message is shown to users. */
export class RemoteAddressError extends Error {
  override readonly name = 'RemoteAddressError'
}

/**
 * The IP address a remote may be reached at now. Git then connects to exactly this one, so a name that
 * resolves differently a moment later has no effect. Throws `RemoteAddressError`.
 */
export async function resolveAddress(remote: RemoteAddress, policy: AddressPolicy): Promise<string> {
  const { host } = remote
  if (isMetadataName(host)) throw new RemoteAddressError(`${host} is a cloud metadata service`)
  const found = isIP(host) === 0 ? await lookupAll(host) : [host]
  const allowed = found.find((address) => {
    const kind = addressKind(address)
    return kind === 'public' || (kind === 'private' && policy.allowPrivateAddresses)
  })
  if (allowed !== undefined) return allowed
  const first = found[0]!
  throw new RemoteAddressError(
    addressKind(first) === 'private'
      ? `${host} is a private address; set HEADRACE_ALLOW_PRIVATE_ADDRESSES=true to allow such repositories`
      : `${host} is an address that must not be reached`,
  )
}

async function lookupAll(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []) // no answer and no address are the same here
  if (found.length === 0) throw new RemoteAddressError(`The host ${host} cannot be found`)
  return found.map(({ address }) => address)
}
