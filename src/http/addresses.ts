import type { FastifyInstance } from 'fastify'

interface Address {
  readonly url: string
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

export interface Addresses {
  /** The methods of the address that a path names, sorted; empty when it names none. */
  methodsAt(path: string): readonly string[]
  /**
   * Whether the route found for a path is of another address: `/Users/.search` is no user, whatever methods
   * `/Users/:id` has.
   */
  isElsewhere(url: string | undefined, path: string): boolean
}

/**
 * Remembers every route that is added: for 405 and `Allow`, which are about one address, not about its
 * siblings.
 */
export function collectAddresses(app: Pick<FastifyInstance, 'addHook'>): Addresses {
  const addresses = new Map<string, Address>()
  /** By route: the more specific addresses that its template matches too. */
  let narrower: Map<string, Address[]> | undefined
  app.addHook('onRoute', ({ url, method }) => {
    const address = addresses.get(url) ?? { url, segments: segmentsOf(url), methods: new Set() }
    addresses.set(url, address)
    narrower = undefined
    for (const one of [method].flat()) address.methods.add(one)
  })

  const findAt = (path: string) => mostSpecific([...addresses.values()], segmentsOf(path))

  return {
    methodsAt: (path) => [...(findAt(path)?.methods ?? [])].sort(),
    isElsewhere(url, path) {
      narrower ??= narrowerAddresses([...addresses.values()])
      const candidates = url === undefined ? undefined : narrower.get(url)
      return candidates !== undefined && mostSpecific(candidates, segmentsOf(path)) !== undefined
    },
  }
}

/** A slash at the end means nothing. */
const segmentsOf = (path: string): string[] => path.replace(/(?<=.)\/$/, '').split('/')

const isWide = (segment: string): boolean => segment.startsWith(':') || segment === '*'

function matches({ segments }: Address, path: readonly string[]): boolean {
  const isOpen = segments.at(-1) === '*'
  if (isOpen ? path.length < segments.length : path.length !== segments.length) return false
  return segments.every((segment, index) => isWide(segment) || segment === path[index])
}

/**
 * As the router decides: from the left, a fixed segment goes before a parameter, and that before the rest of
 * the path.
 */
function mostSpecific(addresses: readonly Address[], path: readonly string[]): Address | undefined {
  const key = ({ segments }: Address) =>
    segments.map((segment) => (segment === '*' ? '2' : segment.startsWith(':') ? '1' : '0')).join('')
  return addresses.filter((one) => matches(one, path)).sort((a, b) => (key(a) < key(b) ? -1 : 1))[0]
}

function narrowerAddresses(all: readonly Address[]): Map<string, Address[]> {
  const narrower = new Map<string, Address[]>()
  for (const wide of all) {
    if (!wide.segments.some((segment) => segment.startsWith(':'))) continue
    const others = all.filter((one) => one !== wide && matches(wide, one.segments))
    if (others.length > 0) narrower.set(wide.url, others)
  }
  return narrower
}
