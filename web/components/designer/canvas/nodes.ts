import type { ComponentNode } from '../../pipeline-graph/component-card.tsx'
import { describedBy } from '../../pipeline-graph/component-card.tsx'
import type { Direction } from '../../pipeline-graph/layout.ts'
import type { LinkEdge } from '../../pipeline-graph/link-line.tsx'
import {
  type Box,
  CARD,
  type ComponentState,
  type FaultCount,
  type Point,
} from '../../pipeline-graph/model.ts'
import { handlesOf } from '../../pipeline-graph/nodes.ts'
import { EMPTY_NOTE, type NoteNode } from '../../pipeline-graph/note-card.tsx'
import { countOnLink } from '../../pipeline-graph/row-counts.ts'
import type { Drawing } from '../model/drawing.ts'
import { kept } from '../model/same.ts'
import type { Selection } from '../state/selection.ts'
import { componentId, linkId, noteId } from './ids.ts'
import type { Moving } from './use-dragging.ts'

type DrawnNote = Drawing['notes'][number]

export interface Shown {
  readonly places: ReadonlyMap<string, Point>
  readonly direction: Direction
  readonly scale: Point
  readonly faults: ReadonlyMap<string, FaultCount>
  readonly states?: ReadonlyMap<string, ComponentState> | undefined
  readonly isEditable: boolean
  readonly entry: string | undefined
}

/** The cards, without what is chosen: that changes more often. */
export function cardsOf({ components }: Pick<Drawing, 'components'>, shown: Shown): ComponentNode[] {
  const { places, direction, faults, states, isEditable, entry } = shown
  const handles = handlesOf(direction)
  return components.map((component) => ({
    id: componentId(component.name),
    type: 'component',
    position: places.get(component.name) ?? { x: 0, y: 0 },
    ...CARD,
    measured: CARD,
    handles,
    data: {
      component,
      direction,
      isEditable,
      state: states?.get(component.name),
      faults: faults.get(component.name),
    },
    ariaRole: 'button',
    domAttributes: {
      'aria-roledescription': 'component',
      tabIndex: component.name === entry ? 0 : -1,
      ...describedBy(states?.get(component.name)),
    },
  }))
}

/**
 * The nodes as they are now: those that look the same are the objects of before, and when all do, so is the
 * list.
 */
export function keptNodes<N extends { readonly id: string }>(
  now: readonly N[],
  before: readonly N[],
): readonly N[] {
  const known = new Map(before.map((node) => [node.id, node]))
  const nodes = now.map((node) => kept(node, known.get(node.id)))
  return nodes.length === before.length && nodes.every((node, at) => node === before[at]) ? before : nodes
}

/** The size of a note that names none. */
export const NOTE = { width: 220, height: 100 } as const

/** Where a note is drawn, the one at `at` in the list. */
export const noteBox = (note: DrawnNote, at: number, scale: Point): Box => ({
  x: (note.x ?? at * NOTE.width) * scale.x,
  y: (note.y ?? -2 * NOTE.height) * scale.y,
  width: (note.width ?? NOTE.width) * scale.x,
  height: (note.height ?? NOTE.height) * scale.y,
})

export function notesOf({ notes }: Pick<Drawing, 'notes'>, { scale, isEditable }: Shown): NoteNode[] {
  return notes.map((note, at) => {
    const { x, y, width, height } = noteBox(note, at, scale)
    return {
      id: noteId(note.key),
      type: 'note',
      position: { x, y },
      width,
      height,
      measured: { width, height },
      data: { note, isEditable },
      zIndex: -1,
      selectable: isEditable,
      focusable: isEditable,
      ariaRole: isEditable ? 'button' : 'note',
      // Its name is its text.
      ...(note.text.trim() === '' && { ariaLabel: EMPTY_NOTE }),
      domAttributes: { 'aria-roledescription': 'note', tabIndex: -1 },
    }
  })
}

/** The chosen ones are marked, and what the pointer drags is where it is and as large. */
export function withChoice<N extends ComponentNode | NoteNode>(
  nodes: readonly N[],
  isChosen: (id: string) => boolean,
  { dragged, resized }: Moving,
): N[] {
  return nodes.map((node) => {
    const selected = isChosen(node.id)
    const position = dragged.get(node.id) ?? node.position
    const size = resized.get(node.id)
    if (!selected && position === node.position && size === undefined) return node
    return { ...node, selected, position, ...(size !== undefined && { ...size, measured: size }) }
  })
}

export function edgesOf(
  links: Drawing['links'],
  chosen: Selection['link'],
  isEditable: boolean,
  states: Shown['states'],
): LinkEdge[] {
  return links.map((link) => {
    const isChosen = chosen?.from === link.from && chosen.to === link.to
    return {
      id: linkId(link.from, link.to),
      type: 'link',
      source: componentId(link.from),
      target: componentId(link.to),
      data: { link, count: countOnLink(link, states) },
      selected: isChosen,
      selectable: isEditable,
      focusable: false,
      interactionWidth: isEditable ? 18 : 0,
      ariaLabel: `${link.from} to ${link.to}: ${link.conditions.join(', ')}`,
    }
  })
}
