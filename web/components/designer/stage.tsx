import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { showFailure } from '../../ui/confirm.tsx'
import { useStable } from '../../ui/use-stable.ts'
import type { ComponentState, Point } from '../pipeline-graph/model.ts'
import { Canvas } from './canvas/canvas.tsx'
import { useDatabaseNames } from './database/use-database-names.ts'
import classes from './designer.module.css'
import { type ComponentType, entryOf } from './model/catalogue.ts'
import { countsOf, faultsOf } from './model/check.ts'
import { blockOf, blockOfCall, callTypes } from './model/new-blocks.ts'
import { useKept } from './model/use-kept.ts'
import { Palette } from './palette/palette.tsx'
import { type Callable, readPublicVariables, useCallable } from './palette/use-callable.ts'
import { SidePanel } from './panel/side-panel.tsx'
import { useFocusKept } from './panel/use-focus-kept.ts'
import { SamplePanel } from './sample/sample-panel.tsx'
import type { Sampling } from './sample/use-sampling.ts'
import type { RunPart } from './state/run-part.ts'
import { onlyComponents, type Selection, single } from './state/selection.ts'
import { useCatalogue } from './state/use-catalogue.ts'
import type { Commands } from './state/use-commands.ts'
import type { Editor } from './state/use-editor.ts'
import { useProjectFacts } from './state/use-project-facts.ts'
import { YamlText } from './text/yaml-text.tsx'

interface StageProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly isEditable: boolean
  readonly isTextShown: boolean
  readonly isFull: boolean
  readonly onFill: (isFull: boolean) => void
  readonly sampling: Sampling
  /** Where the user ran or sampled it; nothing is asked of other databases. */
  readonly environment: string | undefined
  readonly onSample: (() => void) | undefined
  readonly onRunPart: ((extent: RunPart['extent']) => void) | undefined
  /** States of components in the last run. */
  readonly states?: ReadonlyMap<string, ComponentState> | undefined
}

/** The palette, the canvas, and at its side what is chosen or the text. */
export function Stage(props: StageProps) {
  const { editor, commands, isTextShown, sampling, select } = props
  const { types, catalog } = useCatalogue()
  const database = useDatabaseNames(editor.key.projectId, props.environment)
  const faults = useFaults(editor, types.length === 0 ? undefined : catalog)
  const counts = useMemo(() => countsOf(faults), [faults])
  const isDrawable = props.isEditable && !editor.isStale
  const pipelines = useKept(useCallable(editor.key))
  const adding = useAdding(editor, commands, types)
  const focusKept = useFocusKept()
  return (
    <div
      className={classes['stage']}
      data-text={isTextShown || undefined}
      data-sample={sampling.isOpen || undefined}
    >
      <Palette
        types={types}
        kind={editor.drawing?.pipeline.kind ?? 'orchestration'}
        pipelines={pipelines}
        onAdd={adding.add}
        onCall={adding.call}
        onPaste={commands.paste}
        isDisabled={!isDrawable}
      />
      <ReactFlowProvider>
        <Canvas
          {...props}
          label={`Canvas of ${editor.key.path}`}
          faults={counts}
          isEditable={isDrawable}
          onDrop={(dragged, at) => {
            const entry = entryOf(types, dragged)
            const pipeline = pipelines.find(({ path }) => path === dragged)
            if (entry !== undefined) commands.add([blockOf(entry)], at)
            else if (pipeline !== undefined) adding.call(pipeline, '', at)
          }}
        />
      </ReactFlowProvider>
      <section {...focusKept} className={classes['panel']} aria-label={isTextShown ? 'YAML' : 'Properties'}>
        {isTextShown ? (
          <YamlText editor={editor} faults={faults} isEditable={props.isEditable} />
        ) : (
          <SidePanel {...props} types={types} faults={faults} isEditable={isDrawable} database={database} />
        )}
      </section>
      {sampling.isOpen && (
        <SamplePanel
          editor={editor}
          sampling={sampling}
          component={single(props.selection)}
          onShow={(name) => select(onlyComponents(name))}
        />
      )}
    </div>
  )
}

/** What the palette adds. The variables of a pipeline that is to be run are read first. */
function useAdding(editor: Editor, commands: Commands, types: readonly ComponentType[]) {
  const add = useStable((entry: ComponentType, name?: string) => commands.add([blockOf(entry, name)]))
  const call = useStable((pipeline: Callable, name?: string, at?: Point) => {
    const entry = entryOf(types, callTypes[pipeline.kind])
    if (entry === undefined) return
    readPublicVariables({ ...editor.key, path: pipeline.path }).then((publicVariables) => {
      const own = new Set(editor.drawing?.pipeline.variables.keys())
      commands.add([blockOfCall(entry, { name: pipeline.name, publicVariables }, own, name)], at)
    }, showFailure)
  })
  return { add, call }
}

/** None before the components are known: each would be of an unknown type. */
function useFaults({ file, key }: Editor, catalog: Parameters<typeof faultsOf>[1] | undefined) {
  const { facts } = useProjectFacts(key.projectId)
  return useMemo(() => (catalog === undefined ? [] : faultsOf(file, catalog, facts)), [file, catalog, facts])
}
