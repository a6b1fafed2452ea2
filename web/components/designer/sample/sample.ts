import type { operations } from '../../../../openapi/types.generated.ts'
import { client } from '../../../api/client.ts'
import type { Editor } from '../state/use-editor.ts'

export type Sample = operations['takeSample']['responses'][200]['content']['application/json']

export interface Wanted {
  readonly component: string
  readonly environment: string
  /** Rows at most. */
  readonly limit: number
}

/** A sample, or what was thrown instead of one. */
export type Taken = Wanted & {
  /** Of the file when it was taken. */
  readonly text: string
} & ({ readonly sample: Sample } | { readonly error: unknown })

/** Saves the draft and samples it, or the branch where there is none. Throws problems. */
export async function takeSample(
  editor: Editor,
  { component, environment, limit }: Wanted,
  signal: AbortSignal,
): Promise<Sample> {
  const pipelineName = editor.drawing?.pipeline.name ?? ''
  if (!(await editor.saver.flush())) throw new Error('The draft could not be saved, so it is not sampled.')
  const { projectId, branch } = editor.key
  const { data, error } = await client.POST('/v1/projects/{projectId}/samples', {
    params: { path: { projectId } },
    body: {
      pipelineName,
      componentName: component,
      environmentName: environment,
      limit,
      ...(editor.saver.base.etag === undefined ? { ref: branch } : { draft: branch }),
    },
    signal,
  })
  if (data === undefined) throw error
  return data
}
