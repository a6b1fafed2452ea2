import { Alert } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import type { ComponentState } from '../pipeline-graph/model.ts'
import classes from './designer.module.css'
import { ConflictDialog, DraftState } from './draft-state.tsx'
import { PALETTE_SEARCH } from './palette/palette.tsx'
import { LINK_TO } from './panel/link-fields.tsx'
import { Stage } from './stage.tsx'
import { nothing, type Selection } from './state/selection.ts'
import type { FileKey, StoredText } from './state/stored.ts'
import { useCommands } from './state/use-commands.ts'
import { type Editor, useEditor } from './state/use-editor.ts'
import { useKeys } from './state/use-keys.ts'
import { Toolbar } from './toolbar.tsx'

interface DesignerProps {
  readonly fileKey: FileKey
  /** What is edited at first. */
  readonly stored: StoredText
  readonly isEditable: boolean
  readonly onGone: () => void
  readonly onGit: (editor: Editor) => void
  readonly onRun: (editor: Editor) => void
  /** States of components in the last run. */
  readonly states?: ReadonlyMap<string, ComponentState> | undefined
  /** Shown in the toolbar, e.g. how the last run goes. */
  readonly children?: ReactNode
}

/** A pipeline file: its canvas, the palette, what is chosen, and its text beside them. */
export function Designer(props: DesignerProps) {
  const { fileKey, stored, isEditable, onGone, onGit, onRun, states, children } = props
  const editor = useEditor(fileKey, stored)
  const [selection, select] = useState<Selection>(nothing)
  const [isTextShown, showText] = useState(false)
  const [isFull, fill] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const commands = useCommands({ editor, selection, select })
  const { pasteCopied } = useKeys({
    root,
    editor,
    commands,
    selection,
    select,
    isEditable,
    onLink: () => focusField(root.current, LINK_TO),
    onAdd: () => focusField(root.current, PALETTE_SEARCH),
  })
  const shared = { editor, commands, selection, select, isEditable, isTextShown }
  return (
    <div ref={root} className={classes['designer']} data-full={isFull || undefined}>
      <Toolbar
        {...shared}
        onText={() => showText(!isTextShown)}
        onGit={() => onGit(editor)}
        onRun={() => onRun(editor)}
        onPaste={() => void pasteCopied()}
      >
        {children}
        {isEditable && <DraftState editor={editor} onGone={onGone} />}
      </Toolbar>
      {editor.drawing === undefined && (
        <Alert color="red" role="alert">
          This file cannot be read as a pipeline. Correct its text under YAML.
        </Alert>
      )}
      <Stage {...shared} states={states} isFull={isFull} onFill={fill} />
      <ConflictDialog editor={editor} />
      <UnsavedGuard
        what="The pipeline"
        isDirty={() => editor.saver.state.kind !== 'saved'}
        onSave={() => editor.saver.flush()}
      />
    </div>
  )
}

/** Fields are named by an attribute or by their label. */
function focusField(root: HTMLElement | null, name: string): void {
  const named = root?.querySelector<HTMLElement>(`input[aria-label="${name}"]`)
  const label = [...(root?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === name)
  const field = named ?? label?.control
  field?.focus()
}
