import { useQuery } from '@tanstack/react-query'
import { orAbsent } from '../../api/absent.ts'
import { api, client } from '../../api/client.ts'
import type { operations } from '../../api/generated.ts'

/** What the API is asked with: files of a commit, or of a published version. */
export type Source =
  | { readonly ref: string }
  | { readonly environmentName: string; readonly versionName?: string }

type Answer<O extends keyof operations> = operations[O] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never
export type Branch = Answer<'listBranches'>['results'][number]
type Artifact = Answer<'listArtifacts'>['results'][number]
export type Environment = Answer<'listEnvironments'>['results'][number]

/** Where to look first: the default branch, else the environment that was published to last. */
export function usualSource(
  branches: readonly Pick<Branch, 'name' | 'isDefault'>[],
  artifacts: readonly Pick<Artifact, 'environmentName'>[],
  environments: readonly Pick<Environment, 'name'>[],
): Source | undefined {
  const branch = branches.find(({ isDefault }) => isDefault) ?? branches[0]
  if (branch !== undefined) return { ref: branch.name }
  const environmentName = artifacts[0]?.environmentName ?? environments[0]?.name
  return environmentName === undefined ? undefined : { environmentName }
}

const ALL = { page: 0, size: 100 } as const
const branchesPath = '/v1/projects/{projectId}/repositories/branches'

/** The branches (none without a repository) and environments of a project, and where to look first. Nothing is read while it is not wanted. */
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
    isLoading || !enabled
      ? undefined
      : usualSource(
          branches.data?.results ?? [],
          newest.data?.results ?? [],
          environments.data?.results ?? [],
        )
  return { branches, environments, isLoading, usual }
}
