import { type ComponentNode, describedBy, sidesOf } from './component-card.tsx'
import type { Arrangement, Direction } from './layout.ts'
import type { LinkEdge } from './link-line.tsx'
import type { Link } from './links.ts'
import { CARD, type ComponentState, type FaultCount, type GraphComponent } from './model.ts'
import type { NoteNode } from './note-card.tsx'
import { countOnLink } from './row-counts.ts'

interface Shown {
  readonly states: ReadonlyMap<string, ComponentState> | undefined
  readonly faults: ReadonlyMap<string, FaultCount> | undefined
  readonly selected: string | undefined
  /** What the search of the graph found. */
  readonly found: string | undefined
  /** The one component that Tab reaches; arrow keys lead from there to the others. */
  readonly entry: string | undefined
}

/** Ids are positions in the list, because a component may have any name. */
export function componentNodes(
  components: readonly GraphComponent[],
  { places, direction }: Arrangement,
  { states, faults, selected, found, entry }: Shown,
): ComponentNode[] {
  const handles = handlesOf(direction)
  return components.map((component, at) => {
    const { name } = component
    const data = { component, direction, state: states?.get(name), faults: faults?.get(name) }
    return {
      id: String(at),
      type: 'component',
      position: places.get(name)!,
      ...CARD,
      measured: CARD,
      handles,
      data,
      selected: name === selected,
      ariaRole: 'button',
      ...(name === found && { className: 'found' }),
      domAttributes: {
        'aria-roledescription': 'component',
        'aria-pressed': name === selected,
        tabIndex: name === entry ? 0 : -1,
        ...describedBy(states?.get(name)),
      },
    }
  })
}

/** Where links touch a component before the browser has measured it. */
export function handlesOf(direction: Direction) {
  const [target, source] = sidesOf(direction)
  const { width, height } = CARD
  const isDown = direction === 'down'
  const [x, y] = isDown ? [width / 2, 0] : [0, height / 2]
  const end = isDown ? { x, y: height } : { x: width, y }
  return [
    { type: 'target' as const, position: target, x, y, width: 0, height: 0 },
    { type: 'source' as const, position: source, ...end, width: 0, height: 0 },
  ]
}

export const noteNodes = ({ notes }: Arrangement): NoteNode[] =>
  notes.map(({ note, x, y, width, height }, at) => ({
    id: `note ${at}`,
    type: 'note',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    data: { note, isEditable: false },
    zIndex: -1,
    selectable: false,
    focusable: false,
    ariaRole: 'note',
    ariaLabel: 'Note',
    domAttributes: { 'aria-roledescription': 'note' },
  }))

export function edgesOf(
  links: readonly Link[],
  components: readonly GraphComponent[],
  states?: Shown['states'],
): LinkEdge[] {
  const ids = new Map(components.map(({ name }, at) => [name, String(at)]))
  return links.map((link, at) => ({
    id: `link ${at}`,
    type: 'link',
    source: ids.get(link.from)!,
    target: ids.get(link.to)!,
    data: { link, count: countOnLink(link, states) },
    selectable: false,
    focusable: false,
    ariaLabel: `${link.from} to ${link.to}: ${link.conditions.join(', ')}`,
  }))
}
