import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import type { PipelineDetails } from '../pipeline/details.ts'

const ALL = { page: 0, size: 100 } as const

/**
 * What can be run where: environments, versions, and the variables as the chosen version declares them (the file of a
 * commit may declare others). `environment` is the chosen one, else the one that was published to last.
 */
export function useRunnable(
  projectId: string,
  pipeline: PipelineDetails,
  chosen: string | undefined,
  version: string | undefined,
) {
  const path = { projectId }
  const environments = api.useQuery('get', '/v1/projects/{projectId}/environments', {
    params: { path, query: ALL },
  })
  const newest = api.useQuery('get', '/v1/projects/{projectId}/artifacts', {
    params: { path, query: { page: 0, size: 1 } },
  })
  const names = (environments.data?.results ?? []).map(({ name }) => name)
  const environment = chosen ?? newest.data?.results[0]?.environmentName ?? names[0]
  const versions = api.useQuery(
    'get',
    '/v1/projects/{projectId}/artifacts',
    { params: { path, query: { ...ALL, environmentName: environment ?? '' } } },
    { enabled: environment !== undefined },
  )
  const query = {
    name: pipeline.name,
    environmentName: environment ?? '',
    ...(version !== undefined && { versionName: version }),
  }
  const published = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/details',
    { params: { path, query } },
    { enabled: environment !== undefined, placeholderData: keepPreviousData },
  )
  return {
    environments: names,
    environment,
    versions: (versions.data?.results ?? []).map(({ versionName }) => versionName),
    /** The file that the name means there. */
    path: published.data?.path,
    variables: published.error === null ? (published.data?.variables ?? []) : [],
    error: environments.error ?? versions.error ?? published.error,
  }
}
