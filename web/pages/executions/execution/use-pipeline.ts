import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { client, queryClient } from '../../../api/client.ts'

interface Version {
  readonly projectId: string
  readonly environmentName: string
  readonly versionName: string
}

/** A published version never changes, so it is read once. */
const pipelineQuery = ({ projectId, environmentName, versionName }: Version, name: string) =>
  queryOptions({
    queryKey: ['published pipeline', projectId, environmentName, versionName, name],
    queryFn: async () => {
      const { data, error } = await client.GET('/v1/projects/{projectId}/pipelines/details', {
        params: { path: { projectId }, query: { name, environmentName, versionName } },
      })
      if (error !== undefined) throw error
      return data
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A pipeline as an execution ran it; its version may have been removed since. */
export const usePipeline = (version: Version, name: string) => useQuery(pipelineQuery(version, name))

/** The pipeline as far as it was read by now, without reading anything. */
export const pipelineReadOf = (version: Version, name: string) =>
  queryClient.getQueryData(pipelineQuery(version, name).queryKey)

/** The same of several pipelines of one version, in the order of their names. */
export const usePipelines = (version: Version, names: readonly string[]) =>
  useQueries({ queries: names.map((name) => pipelineQuery(version, name)) })
