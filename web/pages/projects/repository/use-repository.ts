import { useQuery } from '@tanstack/react-query'
import { orAbsent } from '../../../api/absent.ts'
import { client } from '../../../api/client.ts'
import { repositoryPath } from './shapes.ts'

const LIVE_MS = 2_000

/**
 * The repository of a project, or null where there is none; while it is migrated, the answer is refreshed
 * every two seconds.
 */
export function useRepository(projectId: string) {
  const params = { path: { projectId } }
  return useQuery({
    queryKey: ['get', repositoryPath, projectId, 'or none'],
    queryFn: async ({ signal }) => orAbsent(await client.GET(repositoryPath, { params, signal }), null),
    refetchInterval: ({ state }) => (state.data?.migrationInProgress ? LIVE_MS : false),
  })
}
