import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { operations } from '../../../openapi/types.generated.ts'
import { client } from '../../api/client.ts'
import type { Source } from './usual-source.ts'

export type PipelineSummary =
  operations['listPipelines']['responses'][200]['content']['application/json']['results'][number]

const PAGE_SIZE = 100
/** As many as a version may have files. */
const MAX_PIPELINES = 5_000

/** Every pipeline of a source, page after page. */
export function usePipelines(projectId: string, source: Source | undefined) {
  return useQuery({
    queryKey: ['get', '/v1/projects/{projectId}/pipelines', projectId, source],
    queryFn: ({ signal }) => readAll(projectId, source!, signal),
    enabled: source !== undefined,
    placeholderData: keepPreviousData,
  })
}

async function readAll(projectId: string, source: Source, signal: AbortSignal): Promise<PipelineSummary[]> {
  const results: PipelineSummary[] = []
  for (let page = 0; results.length < MAX_PIPELINES; page += 1) {
    const query = { ...source, page, size: PAGE_SIZE }
    const params = { path: { projectId }, query }
    const { data, error } = await client.GET('/v1/projects/{projectId}/pipelines', { params, signal })
    if (data === undefined) throw error
    results.push(...data.results)
    if (results.length >= data.total || data.results.length === 0) break
  }
  return results
}
