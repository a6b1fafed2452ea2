import ipaddr from 'ipaddr.js'

/**
 * `public`: anyone may reach it. `private`: this machine and its neighbours. `forbidden`: nothing a pipeline
 * has business with, above all the services that hand out a cloud machine's credentials.
 */
export type AddressKind = 'public' | 'private' | 'forbidden'

/** Metadata services that do not live on link-local addresses. */
export const metadataAddresses: ReadonlySet<string> = new Set([
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure
  ...['192.0.0.192', 'fd00:c1::a9fe:a9fe'], // Oracle
  ...['fd00:ec2::254', 'fd00:ec2::23'], // AWS: of a machine, and of a pod's identity
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
])

const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.tencentyun.com',
])

/**
 * Ranges of ipaddr.js that stay within a machine or a network; an address 0.0.0.0 reaches this machine too.
 */
const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'loopback',
  'uniqueLocal',
  'carrierGradeNat',
  'unspecified',
])

/** Kind of an IP address in text form (decisions.md §12). What is not an address is forbidden. */
export function addressKind(address: string): AddressKind {
  if (!ipaddr.isValid(address)) return 'forbidden'
  const parsed = ipaddr.process(address)
  const normal = parsed.toString()
  if (metadataAddresses.has(normal)) return 'forbidden'
  const range = parsed.range()
  if (range === 'unicast') return isIpv4Compatible(parsed) ? 'forbidden' : 'public'
  if (privateRanges.has(range)) return 'private'
  const inner = parsed instanceof ipaddr.IPv6 ? carriedIpv4(parsed, range) : undefined
  return inner === undefined ? 'forbidden' : addressKind(inner)
}

/** Whether a host name is known to be a metadata service, whatever it resolves to. */
export const isMetadataName = (host: string): boolean =>
  metadataNames.has(host.toLowerCase().replace(/\.$/, ''))

/** `::a.b.c.d`, the oldest way to write an IPv4 address in IPv6. Nobody has such an address any more. */
const isIpv4Compatible = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.parts.slice(0, 6).every((part) => part === 0)

/** The IPv4 address that translation (NAT64, 6to4) would reach: it decides, not its wrapping. */
function carriedIpv4(address: ipaddr.IPv6, range: string): string | undefined {
  const bytes = address.toByteArray()
  if (range === '6to4') return bytes.slice(2, 6).join('.')
  if (range === 'rfc6052' || range === 'rfc6145') return bytes.slice(12, 16).join('.')
  return undefined
}

/** Whether the host of a URL is this machine, where plain HTTP is read by nobody on the way. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/**
 * Groups of 16 bits in the network part of an IPv6 address: a client has at least a /64 network to itself
 * (RFC 6177).
 */
const CLIENT_GROUPS = 4

/**
 * What rate limits count a client by: the /64 network of an IPv6 address, because a client can use every
 * address in it; an IPv4 address, and any other text, as it is.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, CLIENT_GROUPS).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
