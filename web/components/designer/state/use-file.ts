import { useQuery } from '@tanstack/react-query'
import { newPipelineText } from '../../../../src/pipeline/editing/new-pipeline.ts'
import { pipelineNameOf } from '../../../../src/pipeline/names.ts'
import { readCommitted, readDraft } from './draft-api.ts'
import type { FileKey, StoredText } from './stored.ts'

/**
 * Reads what is edited, the draft, else what the branch has, else a new file. Once: what is typed afterwards
 * must not be replaced by what a later read answers.
 */
export function useFile({ projectId, branch, path }: FileKey) {
  return useQuery({
    queryKey: ['designer', projectId, branch, path],
    queryFn: async ({ signal }): Promise<StoredText> => {
      const key = { projectId, branch, path }
      const draft = await readDraft(key, signal)
      if (draft !== undefined) return draft
      const committed = await readCommitted(key, signal)
      if (committed !== undefined) return committed
      const text = newPipelineText(pipelineNameOf(path)?.kind ?? 'orchestration')
      return { text, baseCommit: undefined, etag: undefined }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
