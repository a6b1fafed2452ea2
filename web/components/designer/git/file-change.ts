import { type ComponentChanges, compareComponents } from '../../../../src/pipeline/compare.ts'
import { readDrawing } from '../model/drawing.ts'
import { type ChangedGraph, changedGraph } from './changed-graph.ts'
import { type DiffLine, diffOf } from './text-diff.ts'

export interface FileChange {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted' | 'same'
  /** Undefined where a side is no text. */
  readonly lines: readonly DiffLine[] | undefined
  readonly components: ComponentChanges
  /** Of a pipeline with components that differ. */
  readonly graph: ChangedGraph | undefined
}

/** A file of any kind; without content there is none. */
interface FileContent {
  readonly content: string | null
  readonly encoding?: 'utf-8' | 'base64'
}

/** What differs between two states of a file; undefined where there is no file. */
export function compareFiles(
  path: string,
  old: FileContent | undefined,
  fresh: FileContent | undefined,
): FileChange {
  const [before, after] = [old?.content ?? undefined, fresh?.content ?? undefined]
  if (old?.encoding !== 'base64' && fresh?.encoding !== 'base64') return compareTexts(path, before, after)
  const components = compareComponents(undefined, undefined)
  return { path, kind: kindOf(before, after), lines: undefined, components, graph: undefined }
}

/** What differs between two texts of a pipeline's file; undefined where there is no file. */
export function compareTexts(path: string, old: string | undefined, fresh: string | undefined): FileChange {
  const drawingOf = (text: string | undefined) =>
    text === undefined ? undefined : readDrawing(path, text).drawing
  const [before, after] = [drawingOf(old), drawingOf(fresh)]
  const components = compareComponents(before?.pipeline, after?.pipeline)
  return {
    path,
    kind: kindOf(old, fresh),
    lines: diffOf(old ?? '', fresh ?? ''),
    components,
    graph: changedGraph(before, after, components),
  }
}

function kindOf(old: string | undefined, fresh: string | undefined): FileChange['kind'] {
  if (fresh === undefined) return 'deleted'
  if (old === undefined) return 'added'
  return old === fresh ? 'same' : 'changed'
}
