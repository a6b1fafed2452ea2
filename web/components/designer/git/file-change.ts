import { type ComponentChanges, compareComponents } from '../../../../src/pipeline/compare.ts'
import { readDrawing } from '../model/drawing.ts'
import { type ChangedGraph, changedGraph } from './changed-graph.ts'
import { type DiffLine, diffOf } from './text-diff.ts'

export interface FileChange {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted' | 'same'
  readonly lines: readonly DiffLine[]
  readonly components: ComponentChanges
  /** Of a pipeline with components that differ. */
  readonly graph: ChangedGraph | undefined
}

/** What differs between two texts of a pipeline's file; undefined where there is no file. */
export function compareTexts(path: string, old: string | undefined, fresh: string | undefined): FileChange {
  const drawingOf = (text: string | undefined) =>
    text === undefined ? undefined : readDrawing(path, text).drawing
  const [before, after] = [drawingOf(old), drawingOf(fresh)]
  const components = compareComponents(before?.pipeline, after?.pipeline)
  return {
    path,
    kind: fresh === undefined ? 'deleted' : old === undefined ? 'added' : old === fresh ? 'same' : 'changed',
    lines: diffOf(old ?? '', fresh ?? ''),
    components,
    graph: changedGraph(before, after, components),
  }
}
