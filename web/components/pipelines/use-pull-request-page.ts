import { api } from '../../api/client.ts'
import { useSourceChoices } from './source.ts'

export interface PullRequestPage {
  readonly url: string
  /** The default branch. */
  readonly target: string
}

/** The code host's page that opens a pull request from a branch into the default one; undefined where there is none. */
export function usePullRequestPage(projectId: string, branch: string): PullRequestPage | undefined {
  const { branches } = useSourceChoices(projectId)
  const target = branches.data?.find(({ isDefault }) => isDefault)?.name
  const { data } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/pull-request-page',
    { params: { path: { projectId }, query: { source: branch, target: target ?? '' } } },
    { enabled: target !== undefined && target !== branch, retry: false },
  )
  return target === undefined || data?.url === undefined ? undefined : { url: data.url, target }
}
