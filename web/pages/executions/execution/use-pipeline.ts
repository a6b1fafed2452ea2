import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { client, queryClient } from '../../../api/client.ts'

interface Ran {
  readonly projectId: string
  readonly pipelineExecutionId: string
}

/** What an execution ran never changes, so it is read once. */
const pipelineQuery = ({ projectId, pipelineExecutionId }: Ran, name: string) =>
  queryOptions({
    queryKey: ['pipeline of execution', projectId, pipelineExecutionId, name],
    queryFn: async () => {
      const { data, error } = await client.GET('/v1/projects/{projectId}/pipelines/details', {
        params: { path: { projectId }, query: { name, pipelineExecutionId } },
      })
      if (error !== undefined) throw error
      return data
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A pipeline as an execution ran it; its version may have been removed since. */
export const usePipeline = (execution: Ran, name: string) => useQuery(pipelineQuery(execution, name))

/** The pipeline as far as it was read by now, without reading anything. */
export const pipelineReadOf = (execution: Ran, name: string) =>
  queryClient.getQueryData(pipelineQuery(execution, name).queryKey)

/** The same of several pipelines of one execution, in the order of their names. */
export const usePipelines = (execution: Ran, names: readonly string[]) =>
  useQueries({ queries: names.map((name) => pipelineQuery(execution, name)) })
