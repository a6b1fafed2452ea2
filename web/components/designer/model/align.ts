import { type Direction, GAP, GAP_DOWN } from '../../pipeline-graph/layout.ts'
import { CARD, type Point } from '../../pipeline-graph/model.ts'

export type Alignment = 'left' | 'top' | 'row' | 'column'

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

/** A place for a new card near `wanted` that no other card covers: across the way that links lead. */
export function freePlace(taken: Iterable<Point>, wanted: Point, direction: Direction): Point {
  const all = [...taken]
  let { x, y } = wanted
  while (all.some((one) => Math.abs(one.x - x) < CARD.width && Math.abs(one.y - y) < CARD.height)) {
    if (direction === 'down') x += CARD.width + GAP_DOWN.x
    else y += CARD.height + GAP.y
  }
  return { x, y }
}

/**
 * The place of a card that comes behind others: on the way that links lead; undefined when it comes behind
 * none.
 */
export function placeBehind(before: readonly Point[], direction: Direction): Point | undefined {
  const [first] = before
  if (first === undefined) return undefined
  return direction === 'down'
    ? { x: first.x, y: Math.max(...before.map(({ y }) => y)) + CARD.height + GAP_DOWN.y }
    : { x: Math.max(...before.map(({ x }) => x)) + CARD.width + GAP.x, y: first.y }
}
