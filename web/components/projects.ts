import { useQuery } from '@tanstack/react-query'
import type { operations } from '../../openapi/types.generated.ts'
import { client } from '../api/client.ts'

type Project = operations['listProjects']['responses'][200]['content']['application/json']['results'][number]

const path = '/v1/projects'
const PAGE_PROJECTS = 100
const STALE_MS = 60_000

/** The options that a select shows at once; typing finds the others. */
export const SHOWN_PROJECTS = 100

/** All projects that the user may see, by name: in dialogs and menus each of them can be chosen. */
export const useProjects = () =>
  useQuery({
    queryKey: ['get', path, 'all'],
    queryFn: async ({ signal }): Promise<readonly Project[]> => {
      // By id: one that is created meanwhile moves another to the next page.
      const projects = new Map<string, Project>()
      for (let page = 0; ; page += 1) {
        const query = { page, size: PAGE_PROJECTS }
        const { data, error } = await client.GET(path, { params: { query }, signal })
        if (data === undefined) throw error
        for (const project of data.results) projects.set(project.id, project)
        if ((page + 1) * PAGE_PROJECTS >= data.total) return [...projects.values()]
      }
    },
    staleTime: STALE_MS,
  })

/** Their names by project id. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data } = useProjects()
  return new Map(data?.map(({ id, name }) => [id, name]))
}
