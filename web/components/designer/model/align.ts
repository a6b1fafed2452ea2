import { CARD, type Point } from '../../pipeline-graph/model.ts'

export type Alignment = 'left' | 'top' | 'row' | 'column'

const GAP = { x: 112, y: 28 } as const

/** New places of components: on one line, or next to each other with the same room between them. */
export function aligned(places: ReadonlyMap<string, Point>, how: Alignment): ReadonlyMap<string, Point> {
  const points = [...places.values()]
  const left = Math.min(...points.map(({ x }) => x))
  const top = Math.min(...points.map(({ y }) => y))
  const sorted = [...places].sort(([, a], [, b]) => (how === 'row' ? a.x - b.x : a.y - b.y))
  return new Map(
    sorted.map(([name, { x, y }], at): [string, Point] => {
      if (how === 'left') return [name, { x: left, y }]
      if (how === 'top') return [name, { x, y: top }]
      if (how === 'row') return [name, { x: left + at * (CARD.width + GAP.x), y: top }]
      return [name, { x: left, y: top + at * (CARD.height + GAP.y) }]
    }),
  )
}

/** A place for a new card near `wanted` that no other card covers. */
export function freePlace(taken: Iterable<Point>, wanted: Point): Point {
  const all = [...taken]
  let { y } = wanted
  while (all.some((one) => Math.abs(one.x - wanted.x) < CARD.width && Math.abs(one.y - y) < CARD.height))
    y += CARD.height + GAP.y
  return { x: wanted.x, y }
}
