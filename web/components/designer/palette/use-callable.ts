import { useQuery } from '@tanstack/react-query'
import type { PipelineKind } from '../../../../src/pipeline/model.ts'
import { pipelineNameOf, pipelinePaths } from '../../../../src/pipeline/names.ts'
import { orAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import { usePipelines } from '../../pipelines/use-pipelines.ts'
import { readDrawing } from '../model/drawing.ts'
import { readCommitted, readDraft } from '../state/draft-api.ts'
import type { FileKey } from '../state/stored.ts'

/** A pipeline of the project that another one can run. */
export interface Callable {
  readonly name: string
  readonly kind: PipelineKind
  readonly path: string
}

const draftPath = '/v1/projects/{projectId}/drafts/{branchName}'

/** The pipelines beside the edited one: those of its branch, and those that the user has drafted. By name. */
export function useCallable({ projectId, branch, path: own }: FileKey): readonly Callable[] {
  const committed = usePipelines(projectId, { ref: branch })
  const drafted = useQuery({
    queryKey: ['get', draftPath, projectId, branch, 'paths'],
    queryFn: async ({ signal }) => {
      const params = { path: { projectId, branchName: branch } }
      const draft = orAbsent(await client.GET(draftPath, { params, signal }), undefined)
      return draft?.files.filter(({ deleted }) => !deleted).map(({ path }) => path) ?? []
    },
    staleTime: 0,
  })
  const listed = (committed.data ?? []).flatMap(({ name, pipelineType }) =>
    pipelinePaths(name).filter((path) => pipelineNameOf(path)?.kind === pipelineType),
  )
  const paths = [...new Set([...listed, ...(drafted.data ?? [])])].filter((path) => path !== own)
  return paths
    .flatMap((path) => {
      const named = pipelineNameOf(path)
      return named === undefined ? [] : [{ ...named, path }]
    })
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * The text and number variables that a caller of a pipeline may set, as its draft or its branch declares
 * them.
 */
export async function readPublicVariables(key: FileKey): Promise<readonly string[]> {
  const stored = (await readDraft(key)) ?? (await readCommitted(key))
  const { drawing } = readDrawing(key.path, stored?.text ?? '')
  return [...(drawing?.pipeline.variables.values() ?? [])]
    .filter(({ type, visibility }) => type !== 'GRID' && visibility === 'PUBLIC')
    .map(({ name }) => name)
}
