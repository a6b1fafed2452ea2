import { api } from '../../api/client.ts'
import { useSourceChoices } from './source.ts'

export interface PullRequestPage {
  readonly url: string
  /** The default branch. */
  readonly target: string
}

/**
 * The code host's page that opens a pull request from a branch into the default one; undefined where there is
 * none. The code host is not asked while it is not wanted.
 */
export function usePullRequestPage(
  projectId: string,
  branch: string,
  isWanted = true,
): PullRequestPage | undefined {
  const { branches } = useSourceChoices(projectId, isWanted)
  const target = branches.data?.find(({ isDefault }) => isDefault)?.name
  const { data } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/pull-request-page',
    { params: { path: { projectId }, query: { source: branch, target: target ?? '' } } },
    { enabled: isWanted && target !== undefined && target !== branch, retry: false },
  )
  return target === undefined || data?.url === undefined ? undefined : { url: data.url, target }
}
