import type { Link } from './links.ts'

/**
 * How many links lie between the beginning and each component, at most; links that close a ring do not count.
 * Takes time in proportion to the links, however many there are.
 */
export function ranksOf(names: readonly string[], links: readonly Link[]): ReadonlyMap<string, number> {
  const waiting = new Map(names.map((name) => [name, 0]))
  const following = Map.groupBy(
    links.filter(({ from, to }) => from !== to && waiting.has(from) && waiting.has(to)),
    ({ from }) => from,
  )
  for (const list of following.values()) for (const { to } of list) waiting.set(to, waiting.get(to)! + 1)
  const ranks = new Map(names.map((name) => [name, 0]))
  const done = new Set<string>()
  const ready = names.filter((name) => waiting.get(name) === 0)
  for (let next = 0; done.size < names.length; ) {
    const name = ready.pop() ?? names[next++]! // a ring is entered where the file begins it
    if (done.has(name)) continue
    done.add(name)
    for (const { to } of following.get(name) ?? []) {
      if (done.has(to)) continue
      ranks.set(to, Math.max(ranks.get(to)!, ranks.get(name)! + 1))
      waiting.set(to, waiting.get(to)! - 1)
      if (waiting.get(to) === 0) ready.push(to)
    }
  }
  return ranks
}

/** The components of each rank, each near the middle of those it follows. */
export function layersOf(names: readonly string[], links: readonly Link[]): readonly (readonly string[])[] {
  const ranks = ranksOf(names, links)
  const layers: string[][] = []
  for (const name of names) {
    const rank = ranks.get(name)!
    layers[rank] ??= []
    layers[rank].push(name)
  }
  const before = Map.groupBy(links, ({ to }) => to)
  const place = new Map<string, number>()
  const filled = Array.from(layers, (layer) => layer ?? [])
  for (const layer of filled) {
    const weight = new Map(layer.map((name, at) => [name, middle(before.get(name) ?? [], place) ?? at]))
    layer.sort((a, b) => weight.get(a)! - weight.get(b)!)
    for (const [at, name] of layer.entries()) place.set(name, at - (layer.length - 1) / 2)
  }
  return filled.filter((layer) => layer.length > 0)
}

function middle(links: readonly Link[], place: ReadonlyMap<string, number>): number | undefined {
  const places = links.map(({ from }) => place.get(from)).filter((at) => at !== undefined)
  return places.length === 0 ? undefined : places.reduce((sum, at) => sum + at, 0) / places.length
}
