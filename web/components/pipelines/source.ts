import { useQuery } from '@tanstack/react-query'
import { orAbsent } from '../../api/absent.ts'
import { api, client } from '../../api/client.ts'
import { type Branch, usualSource } from './usual-source.ts'

const ALL = { page: 0, size: 100 } as const
const branchesPath = '/v1/projects/{projectId}/repositories/branches'

/**
 * The branches (none without a repository) and environments of a project, and where to look first. Nothing is
 * read while it is not wanted.
 */
export function useSourceChoices(projectId: string, enabled = true) {
  const path = { projectId }
  const params = { params: { path, query: ALL } }
  const branches = useQuery({
    queryKey: ['get', branchesPath, projectId, 'or none'],
    queryFn: async ({ signal }) =>
      orAbsent(await client.GET(branchesPath, { ...params, signal }), { results: [] as Branch[] }),
    enabled,
  })
  const environments = api.useQuery('get', '/v1/projects/{projectId}/environments', params, { enabled })
  const newest = api.useQuery(
    'get',
    '/v1/projects/{projectId}/artifacts',
    { params: { path, query: { page: 0, size: 1 } } },
    { enabled },
  )
  const isLoading = branches.isLoading || environments.isLoading || newest.isLoading
  const usual =
    isLoading || !enabled ? undefined : usualSource(branches.data?.results ?? [], newest.data?.results ?? [])
  return { branches, environments, isLoading, usual }
}
