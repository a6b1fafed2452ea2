import { useQuery } from '@tanstack/react-query'
import { orAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import { readCommitted, readDraft } from '../state/draft-api.ts'
import { compareTexts, type FileChange } from './file-change.ts'

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
  return compareTexts(key.path, before?.text, after?.text)
}
