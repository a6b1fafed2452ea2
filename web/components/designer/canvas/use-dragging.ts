import type { NodeChange } from '@xyflow/react'
import { useState } from 'react'
import type { ComponentNode } from '../../pipeline-graph/component-card.tsx'
import type { FrameNode } from '../../pipeline-graph/group-frame.tsx'
import type { Point, Size } from '../../pipeline-graph/model.ts'
import type { NoteNode } from '../../pipeline-graph/note-card.tsx'
import { nothing, type Selection } from '../state/selection.ts'
import type { Commands } from '../state/use-commands.ts'
import { named } from './ids.ts'

type Changes = readonly NodeChange<ComponentNode | NoteNode | FrameNode>[]
const still: ReadonlyMap<string, Point> = new Map()
const unsized: ReadonlyMap<string, Size> = new Map()

/** What follows the pointer, by id. */
export interface Moving {
  readonly dragged: ReadonlyMap<string, Point>
  readonly resized: ReadonlyMap<string, Size>
}

/** Cards and the corners of notes follow the pointer; the file is changed once, when they are let go. */
export function useDragging({ move, resizeNote }: Pick<Commands, 'move' | 'resizeNote'>) {
  const [dragged, setDragged] = useState(still)
  const [resized, setResized] = useState(unsized)

  function resize(changes: Changes): void {
    for (const change of changes) {
      // Without `resizing` it was only measured.
      if (change.type !== 'dimensions' || change.resizing === undefined) continue
      const { id, resizing, dimensions: size } = change
      setResized(resizing && size !== undefined ? new Map([[id, size]]) : unsized)
      if (!resizing && size !== undefined) resizeNote(named(id).name, size)
    }
  }

  function onNodesChange(changes: Changes): void {
    resize(changes)
    const moved = changes.flatMap((change) =>
      change.type === 'position' && change.position !== undefined ? [change] : [],
    )
    if (moved.length === 0) return
    const places = new Map([...dragged, ...moved.map(({ id, position }) => [id, position!] as const)])
    const isDragging = moved.some(({ dragging }) => dragging === true)
    setDragged(isDragging ? places : still)
    if (isDragging) return
    const [components, notes] = (['component', 'note'] as const).map(
      (kind) =>
        new Map(
          [...places].flatMap(([id, place]) => (named(id).kind === kind ? [[named(id).name, place]] : [])),
        ),
    )
    move(components!, notes!)
  }

  return { dragged, resized, onNodesChange }
}

/** What is chosen after a click, a key or a frame drawn around cards; undefined when that stays. */
export function chosenOf(selection: Selection, changes: Changes): Selection | undefined {
  const choices = changes.filter((change) => change.type === 'select')
  if (choices.length === 0) return undefined
  const components = new Set(selection.components)
  const notes = new Set(selection.notes)
  for (const { id, selected } of choices) {
    const { kind, name } = named(id)
    const set = kind === 'note' ? notes : components
    if (selected) set.add(name)
    else set.delete(name)
  }
  return components.size + notes.size === 0 ? nothing : { components, notes }
}
