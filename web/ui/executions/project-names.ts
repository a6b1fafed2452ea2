import { api } from '../../api/client.ts'

const MAX_PROJECTS = 100
const STALE_MS = 60_000

/** Names by project id, of the projects that the person may see. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data } = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { page: 0, size: MAX_PROJECTS } } },
    { staleTime: STALE_MS },
  )
  return new Map(data?.results.map(({ id, name }) => [id, name]))
}
