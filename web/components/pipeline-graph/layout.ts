import { Graph, layout } from '@dagrejs/dagre'
import { type GroupBox, groupBoxes } from './groups.ts'
import { inFileOrder } from './lanes.ts'
import { layersOf } from './layers.ts'
import { type Link, labelOf } from './links.ts'
import { type Box, CARD, type GraphComponent, type GraphGroup, type GraphNote, type Point } from './model.ts'

/** Between two components: to the side there is room for the word at a link. */
export const GAP = { x: 112, y: 28 } as const
/** Between two components of a drawing from top to bottom: room for the word at a link. */
export const GAP_DOWN = { x: 40, y: 52 } as const
/** What is wider from left to right is drawn from top to bottom. */
const MAX_WIDTH = 1_500
/** Above it a fine layout would keep the browser busy for seconds. */
const MAX_FINE_COMPONENTS = 120
const MAX_STRETCH = 3
const NOTE = { width: 220, height: 120 } as const

/** Where links lead: to the right, or down. */
export type Direction = 'right' | 'down'

export interface Arrangement {
  readonly direction: Direction
  /** The upper left corner of each component, by name. */
  readonly places: ReadonlyMap<string, Point>
  readonly notes: readonly (Box & { readonly note: GraphNote })[]
  readonly groups: readonly GroupBox[]
  /** Around everything. */
  readonly bounds: Box
}

/**
 * Positions components and notes: where the file puts them, stretched as far as needed so that no component
 * covers another. Where the file says nothing they follow the links: from left to right, long pipelines from
 * top to bottom.
 */
export function arrange(
  components: readonly GraphComponent[],
  links: readonly Link[],
  notes: readonly GraphNote[] = [],
  groups: readonly GraphGroup[] = [],
): Arrangement {
  const placed = new Map<string, Point>()
  for (const { name, position } of components) if (position !== undefined) placed.set(name, position)
  const factor = stretchOf([...placed.values()])
  const places = apart(stretched(placed, factor))
  const rest = components.filter(({ name }) => !places.has(name))
  const below = places.size === 0 ? 0 : bottomOf(cards(places)) + 2 * GAP.y
  const isPlaced = places.size > 0
  const { direction: own, points } = alongLinks(rest, links, !isPlaced)
  const direction = isPlaced ? directionOf(places, links) : own
  for (const [name, { x, y }] of points) places.set(name, { x, y: y + below })
  const shown = noteBoxes(notes, cards(places), factor)
  const frames = groupBoxes(groups, places)
  const bounds = around([...cards(places), ...shown, ...frames])
  return { direction, places, notes: shown, groups: frames, bounds }
}

/** Where the links between placed components lead, most of them. */
export function directionOf(
  places: ReadonlyMap<string, Point>,
  links: readonly Pick<Link, 'from' | 'to'>[],
): Direction {
  let down = 0
  for (const { from, to } of links) {
    const [start, end] = [places.get(from), places.get(to)]
    if (start === undefined || end === undefined) continue
    down += Math.abs(end.y - start.y) > Math.abs(end.x - start.x) ? 1 : -1
  }
  return down > 0 ? 'down' : 'right'
}

/**
 * How far a drawing of smaller components must be pulled apart, to the side and downwards; at most threefold.
 */
export function stretchOf(points: readonly Point[]): Point {
  let x = 1
  let y = 1
  for (const [index, one] of points.entries()) {
    for (const other of points.slice(index + 1)) {
      const across = Math.abs(one.x - other.x)
      const above = Math.abs(one.y - other.y)
      if (across >= above && across > 0 && above < CARD.height) x = Math.max(x, (CARD.width + GAP.x) / across)
      if (above > across && across < CARD.width) y = Math.max(y, (CARD.height + GAP.y) / above)
    }
  }
  return { x: Math.min(x, MAX_STRETCH), y: Math.min(y, MAX_STRETCH) }
}

const stretched = (points: ReadonlyMap<string, Point>, factor: Point): Map<string, Point> =>
  new Map([...points].map(([name, { x, y }]) => [name, { x: x * factor.x, y: y * factor.y }]))

/** A card that still covers another moves down until it does not. */
function apart(points: ReadonlyMap<string, Point>): Map<string, Point> {
  const done = new Map<string, Point>()
  for (const [name, point] of points) {
    const column = [...done.values()].filter(({ x }) => Math.abs(x - point.x) < CARD.width)
    let { y } = point
    for (const other of column.sort((a, b) => a.y - b.y))
      if (Math.abs(other.y - y) < CARD.height) y = other.y + CARD.height + GAP.y
    done.set(name, { x: point.x, y })
  }
  return done
}

function alongLinks(components: readonly GraphComponent[], links: readonly Link[], mayTurn: boolean) {
  const names = components.map(({ name }) => name)
  const layers = layersOf(names, links)
  const broadest = Math.max(0, ...layers.map((layer) => layer.length))
  const isLong = layers.length * (CARD.width + GAP.x) > MAX_WIDTH
  const isNarrow = broadest * (CARD.width + GAP_DOWN.x) <= MAX_WIDTH
  const direction: Direction = mayTurn && isLong && isNarrow ? 'down' : 'right'
  const isLarge = names.length > MAX_FINE_COMPONENTS || links.length > 2 * MAX_FINE_COMPONENTS
  const points = isLarge ? inLayers(layers, direction) : laidOut(components, links, direction)
  return { direction, points }
}

/** Each layer in a line, its middle in the middle: not as fine as `laidOut`, but at once. */
function inLayers(layers: readonly (readonly string[])[], direction: Direction): ReadonlyMap<string, Point> {
  const isDown = direction === 'down'
  const along = isDown ? CARD.height + GAP_DOWN.y : CARD.width + GAP.x
  const across = isDown ? CARD.width + GAP_DOWN.x : CARD.height + GAP.y
  return new Map(
    layers.flatMap((layer, rank) =>
      layer.map((name, at): [string, Point] => {
        const side = (at - (layer.length - 1) / 2) * across
        return [name, isDown ? { x: side, y: rank * along } : { x: rank * along, y: side }]
      }),
    ),
  )
}

function laidOut(
  components: readonly GraphComponent[],
  links: readonly Link[],
  direction: Direction,
): ReadonlyMap<string, Point> {
  if (components.length === 0) return new Map()
  const graph = new Graph({ multigraph: false })
  graph.setGraph(
    direction === 'right'
      ? { rankdir: 'LR', ranksep: GAP.x, nodesep: GAP.y }
      : { rankdir: 'TB', ranksep: GAP_DOWN.y, nodesep: GAP_DOWN.x },
  )
  graph.setDefaultEdgeLabel(() => ({}))
  const index = new Map(components.map(({ name }, at) => [name, String(at)])) // names may be anything
  for (const id of index.values()) graph.setNode(id, { ...CARD })
  for (const { from, to, conditions } of links) {
    const [source, target] = [index.get(from), index.get(to)]
    if (source === undefined || target === undefined || source === target) continue
    graph.setEdge(source, target, { weight: labelOf({ conditions }) === 'failure' ? 1 : 2 })
  }
  layout(graph)
  const points = [...index].map(([name, id]): [string, Point] => {
    const { x, y } = graph.node(id) as Point
    return [name, { x: x - CARD.width / 2, y: y - CARD.height / 2 }]
  })
  return new Map(inFileOrder(points, direction))
}

/** Notes without a position form a row above everything. */
function noteBoxes(notes: readonly GraphNote[], below: readonly Box[], factor: Point) {
  const { x: left, y: top } = around(below)
  let next = left
  return notes.map((note) => {
    const isPlaced = note.x !== undefined && note.y !== undefined
    const width = (note.width ?? NOTE.width) * (isPlaced ? factor.x : 1)
    const height = (note.height ?? NOTE.height) * (isPlaced ? factor.y : 1)
    if (isPlaced) return { note, x: note.x! * factor.x, y: note.y! * factor.y, width, height }
    const box = { note, x: next, y: top - height - GAP.y, width, height }
    next += width + GAP.y
    return box
  })
}

const cards = (places: ReadonlyMap<string, Point>): Box[] =>
  [...places.values()].map((point) => ({ ...point, ...CARD }))

const bottomOf = (boxes: readonly Box[]): number => Math.max(...boxes.map(({ y, height }) => y + height))

/** What encloses some boxes. */
export function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, ...CARD }
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  return { x, y, width: right - x, height: bottomOf(boxes) - y }
}
