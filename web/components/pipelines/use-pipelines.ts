import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { operations } from '../../../openapi/types.generated.ts'
import { readEvery } from '../../api/every.ts'
import type { Source } from './usual-source.ts'

export type PipelineSummary =
  operations['listPipelines']['responses'][200]['content']['application/json']['results'][number]

/** Every pipeline of a source, page after page. */
export function usePipelines(projectId: string, source: Source | undefined) {
  return useQuery({
    queryKey: ['get', '/v1/projects/{projectId}/pipelines', projectId, source],
    queryFn: ({ signal }) =>
      readEvery(
        '/v1/projects/{projectId}/pipelines',
        ({ path }) => path,
        { path: { projectId }, query: source! },
        signal,
      ),
    enabled: source !== undefined,
    placeholderData: keepPreviousData,
  })
}
