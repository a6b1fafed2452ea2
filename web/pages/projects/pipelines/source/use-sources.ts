import { api } from '../../../../api/client.ts'
import { isProblem } from '../../../../api/problem.ts'
import type { PipelineAddress } from '../address.ts'
import { type Branch, chosenSource, type Environment, type Source, usualSource } from './source.ts'

/** What there is to choose from, and what the address (or else the default) chooses. */
export interface Sources {
  readonly isLoading: boolean
  /** Why nothing can be shown; a project without a repository is no error. */
  readonly error: unknown
  readonly branches: readonly Branch[]
  readonly environments: readonly Environment[]
  /** Undefined while it is not known, and when there is nothing. */
  readonly source: Source | undefined
}

const ALL = { page: 0, size: 100 } as const

/** Branches and environments of a project, and the source that the address names. */
export function useSources(projectId: string, address: PipelineAddress): Sources {
  const path = { projectId }
  const params = { params: { path, query: ALL } }
  const branches = api.useQuery('get', '/v1/projects/{projectId}/repositories/branches', params)
  const environments = api.useQuery('get', '/v1/projects/{projectId}/environments', params)
  const newest = api.useQuery('get', '/v1/projects/{projectId}/artifacts', {
    params: { path, query: { page: 0, size: 1 } },
  })
  const isLoading = branches.isLoading || environments.isLoading || newest.isLoading
  const chosen = chosenSource(address)
  const usual = isLoading
    ? undefined
    : usualSource(branches.data?.results ?? [], newest.data?.results ?? [], environments.data?.results ?? [])
  return {
    isLoading,
    error: environments.error ?? (isMissing(branches.error) ? null : branches.error),
    branches: branches.data?.results ?? [],
    environments: environments.data?.results ?? [],
    source: chosen ?? usual,
  }
}

const isMissing = (error: unknown): boolean => isProblem(error) && error.status === 404
