import { type Node, type NodeProps, NodeResizeControl } from '@xyflow/react'
import { useMemo } from 'react'
import classes from './graph.module.css'
import type { GraphNote } from './model.ts'
import { noteBlocks } from './note-text.ts'

export type NoteNode = Node<{ readonly note: GraphNote; readonly isEditable: boolean }, 'note'>

export const EMPTY_NOTE = 'Empty note'

const colours = new Set(['yellow', 'green', 'blue', 'red', 'orange', 'grape', 'pink', 'teal', 'gray'])
const names: Readonly<Record<string, string>> = { purple: 'grape', grey: 'gray', white: 'gray', cyan: 'teal' }

/** The colour that a theme such as `light-blue` means here; yellow when it is not known. */
export function colourOf(theme: string | undefined): string {
  const word = (theme ?? '').toLowerCase().split('-').at(-1)!
  const colour = names[word] ?? word
  return colours.has(colour) ? colour : 'yellow'
}

const MIN_WIDTH = 60
const MIN_HEIGHT = 30

/** A note in the drawing, behind the components. The corner of a selected one can be dragged. */
export function NoteCard({ data: { note, isEditable }, selected }: NodeProps<NoteNode>) {
  const blocks = useMemo(() => noteBlocks(note.text), [note.text])
  return (
    <div className={classes['note']} data-colour={colourOf(note.theme)}>
      {blocks.map(({ kind, spans }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change places
        <p key={at} data-kind={kind}>
          {spans.map((span, place) => {
            const key = `${place}`
            if (span.kind === 'strong') return <strong key={key}>{span.text}</strong>
            return span.kind === 'code' ? <code key={key}>{span.text}</code> : span.text
          })}
        </p>
      ))}
      {isEditable && selected && (
        <NodeResizeControl
          className={classes['corner']!}
          position="bottom-right"
          minWidth={MIN_WIDTH}
          minHeight={MIN_HEIGHT}
        />
      )}
    </div>
  )
}
