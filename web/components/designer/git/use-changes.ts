import { useQuery } from '@tanstack/react-query'
import { type ComponentChanges, compareComponents } from '../../../../src/pipeline/compare.ts'
import { orAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import { readDrawing } from '../model/drawing.ts'
import { readCommitted, readDraft } from '../state/draft-api.ts'
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

const draftPath = '/v1/projects/{projectId}/drafts/{branchName}'

/** The files of the user's draft of a branch, each compared with what the branch has. */
export function useChanges(projectId: string, branch: string) {
  return useQuery({
    queryKey: ['get', draftPath, projectId, branch, 'changes'],
    queryFn: async ({ signal }): Promise<readonly FileChange[]> => {
      const params = { path: { projectId, branchName: branch } }
      const draft = orAbsent(await client.GET(draftPath, { params, signal }), undefined)
      const files = draft?.files ?? []
      return Promise.all(files.map((file) => changeOf({ projectId, branch, path: file.path }, signal)))
    },
    gcTime: 0,
    staleTime: 0,
  })
}

async function changeOf(
  key: { readonly projectId: string; readonly branch: string; readonly path: string },
  signal: AbortSignal,
): Promise<FileChange> {
  const [before, after] = await Promise.all([readCommitted(key, signal), readDraft(key, signal)])
  const [old, fresh] = [before?.text, after?.text]
  const drawingOf = (text: string | undefined) =>
    text === undefined ? undefined : readDrawing(key.path, text).drawing
  const [drawnBefore, drawnAfter] = [drawingOf(old), drawingOf(fresh)]
  const components = compareComponents(drawnBefore?.pipeline, drawnAfter?.pipeline)
  return {
    path: key.path,
    kind: fresh === undefined ? 'deleted' : old === undefined ? 'added' : old === fresh ? 'same' : 'changed',
    lines: diffOf(old ?? '', fresh ?? ''),
    components,
    graph: changedGraph(drawnBefore, drawnAfter, components),
  }
}
