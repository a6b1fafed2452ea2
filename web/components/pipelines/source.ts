import { useQuery } from '@tanstack/react-query'
import { unlessAbsent } from '../../api/absent.ts'
import { api } from '../../api/client.ts'
import { readEvery } from '../../api/every.ts'
import { nameOf, useEnvironments } from '../choices.ts'
import { type Branch, usualSource } from './usual-source.ts'

const branchesPath = '/v1/projects/{projectId}/repositories/branches'

/**
 * The branches (none without a repository) and environments of a project, and where to look first. Nothing is
 * read while it is not wanted.
 */
export function useSourceChoices(projectId: string, enabled = true) {
  const path = { projectId }
  const branches = useQuery({
    queryKey: ['get', branchesPath, projectId, 'or none'],
    queryFn: ({ signal }) =>
      readEvery(branchesPath, nameOf, { path }, signal).catch(unlessAbsent<readonly Branch[]>([])),
    enabled,
  })
  const environments = useEnvironments(projectId, { enabled })
  const newest = api.useQuery(
    'get',
    '/v1/projects/{projectId}/artifacts',
    { params: { path, query: { page: 0, size: 1 } } },
    { enabled },
  )
  const isLoading = branches.isLoading || environments.isLoading || newest.isLoading
  const usual =
    isLoading || !enabled ? undefined : usualSource(branches.data ?? [], newest.data?.results ?? [])
  return { branches, environments, isLoading, usual }
}
