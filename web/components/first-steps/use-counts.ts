import { api } from '../../api/client.ts'
import type { Counts } from './steps.ts'

const ONE = { page: 0, size: 1 } as const

/** How many of each a project has; nothing is asked unless `enabled`. What cannot be read counts as none. */
export function useCounts(projectId: string, enabled: boolean): Counts {
  const params = { params: { path: { projectId }, query: ONE } }
  const options = { enabled, retry: false }
  const environments = api.useQuery('get', '/v1/projects/{projectId}/environments', params, options)
  const drafts = api.useQuery('get', '/v1/projects/{projectId}/drafts', params, options)
  const branches = api.useQuery('get', '/v1/projects/{projectId}/repositories/branches', params, options)
  const versions = api.useQuery('get', '/v1/projects/{projectId}/artifacts', params, options)
  const schedules = api.useQuery('get', '/v1/projects/{projectId}/schedules', params, options)
  const executions = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { projectId, limit: 1 } } },
    options,
  )
  const countOf = ({ data, error }: { data?: { total: number } | undefined; error: unknown }) =>
    error === null ? data?.total : 0
  return {
    environments: countOf(environments),
    drafts: countOf(drafts),
    branches: countOf(branches),
    versions: countOf(versions),
    schedules: countOf(schedules),
    executions: executions.error === null ? executions.data?.results.length : 0,
  }
}
