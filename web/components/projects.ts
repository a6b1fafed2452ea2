import { api } from '../api/client.ts'

const MAX_PROJECTS = 100

/** The first hundred projects that the user may see, by name. The home page lists all of them. */
export const useProjects = () =>
  api.useQuery('get', '/v1/projects', { params: { query: { page: 0, size: MAX_PROJECTS } } })

/** Their names by project id. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data } = useProjects()
  return new Map(data?.results.map(({ id, name }) => [id, name]))
}
