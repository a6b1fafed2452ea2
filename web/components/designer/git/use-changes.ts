import { useQuery } from '@tanstack/react-query'
import { listDrafted, readCommittedFile, readDrafted } from '../state/draft-api.ts'
import type { FileKey } from '../state/stored.ts'
import { compareFiles, type FileChange } from './file-change.ts'

/** The files of the user's draft of a branch, each compared with what the branch has. */
export function useChanges(projectId: string, branch: string) {
  return useQuery({
    queryKey: ['get', '/v1/projects/{projectId}/drafts/{branchName}', projectId, branch, 'changes'],
    queryFn: async ({ signal }): Promise<readonly FileChange[]> => {
      const drafted = await listDrafted(projectId, branch, signal)
      return Promise.all(drafted.map((path) => changeOf({ projectId, branch, path }, signal)))
    },
    gcTime: 0,
    staleTime: 0,
  })
}

async function changeOf(key: FileKey, signal: AbortSignal): Promise<FileChange> {
  const [before, after] = await Promise.all([readCommittedFile(key, signal), readDrafted(key, signal)])
  return compareFiles(key.path, before, after?.value)
}
