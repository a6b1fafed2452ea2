import { Alert } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import type { ComponentState } from '../pipeline-graph/model.ts'
import { useUnpublishedPlaces } from '../pipelines/use-unpublished-places.ts'
import classes from './designer.module.css'
import { ConflictDialog, DraftState } from './draft-state.tsx'
import { PALETTE_SEARCH } from './palette/palette.tsx'
import { LINK_TO } from './panel/link-fields.tsx'
import { SAMPLE_IN } from './sample/sample-panel.tsx'
import { useSampling } from './sample/use-sampling.ts'
import { Stage } from './stage.tsx'
import type { RunPart } from './state/run-part.ts'
import { nothing, type Selection, single } from './state/selection.ts'
import type { FileKey, StoredText } from './state/stored.ts'
import { useCatalogue } from './state/use-catalogue.ts'
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
  /** Undefined: the whole pipeline. */
  readonly onRun: (editor: Editor, part?: RunPart) => void
  /** Where it ran or was sampled while the page is open. */
  readonly environment: string | undefined
  readonly onEnvironment: (environment: string) => void
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
  const { only } = useUnpublishedPlaces(fileKey.projectId)
  const sampling = useSampling(editor, props.environment ?? only, props.onEnvironment)
  function sample(): void {
    sampling.open(true)
    if (sampling.environment !== undefined) sampling.sampleIn(sampling.environment, single(selection))
    else requestAnimationFrame(() => focusField(root.current, SAMPLE_IN))
  }
  const { types } = useCatalogue()
  const commands = useCommands({ editor, selection, select, types })
  const canSample = editor.drawing?.pipeline.kind === 'transformation' && !editor.isStale
  const onSample = canSample ? sample : undefined
  const onRunPart = runPartOf(editor, selection, isEditable, onRun)
  const { pasteCopied } = useKeys({
    root,
    editor,
    commands,
    selection,
    select,
    isEditable,
    onLeave: isFull ? () => fill(false) : undefined,
    onLink: () => focusField(root.current, LINK_TO),
    onAdd: () => focusField(root.current, PALETTE_SEARCH),
    onSample,
    onRunPart,
  })
  const shared = { editor, commands, selection, select, isEditable, isTextShown, onSample, onRunPart }
  const ofStage = { environment: props.environment, sampling, states, isFull, onFill: fill }
  return (
    <div ref={root} className={classes['designer']} data-full={isFull || undefined}>
      <Toolbar
        {...shared}
        onText={() => showText(!isTextShown)}
        onGit={() => onGit(editor)}
        onRun={() => onRun(editor)}
        onPaste={pasteCopied}
        isSampleShown={sampling.isOpen}
      >
        {children}
        {isEditable && <DraftState editor={editor} onGone={onGone} />}
      </Toolbar>
      {editor.drawing === undefined && (
        <Alert color="red" role="alert">
          This file cannot be read as a pipeline. Correct its text under YAML.
        </Alert>
      )}
      <Stage {...shared} {...ofStage} />
      <ConflictDialog editor={editor} onGone={onGone} />
      <UnsavedGuard
        what="The pipeline"
        isDirty={() => editor.saver.state.kind !== 'saved'}
        onSave={() => editor.saver.flush()}
        isSavedUnasked
      />
    </div>
  )
}

/** Of an orchestration, the run of a part that begins with the only chosen component. */
function runPartOf(
  editor: Editor,
  selection: Selection,
  isEditable: boolean,
  onRun: DesignerProps['onRun'],
): ((extent: RunPart['extent']) => void) | undefined {
  const component = single(selection)
  const isOrchestration = editor.drawing?.pipeline.kind === 'orchestration'
  if (component === undefined || !isOrchestration || !isEditable || editor.isStale) return undefined
  return (extent) => onRun(editor, { extent, component })
}

/** Fields are named by an attribute or by their label. */
function focusField(root: HTMLElement | null, name: string): void {
  const named = root?.querySelector<HTMLElement>(`input[aria-label="${name}"]`)
  const label = [...(root?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === name)
  const field = named ?? label?.control
  field?.focus()
}
