import { api } from '../../../../api/client.ts'
import { useEvery } from '../../../../api/every.ts'
import { nameOf, useEnvironments } from '../../../../components/choices.ts'
import { publishNeed } from '../../../../components/rights/common-needs.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import { exactTime } from '../../../../ui/time.tsx'
import { shortCommit } from '../shapes.ts'

const SHOWN = 100

/** The branches to choose from, the default one first; the error says why there are none. */
export function useBranches(projectId: string) {
  const path = '/v1/projects/{projectId}/repositories/branches'
  const { data = [], error, isLoading } = useEvery(path, nameOf, { path: { projectId } }, { retry: false })
  const byDefault = data.find(({ isDefault }) => isDefault)?.name
  return { names: data.map(nameOf), byDefault, error, isLoading }
}

/** The newest commits of a branch, as choices. */
export function useCommits(projectId: string, branch: string | undefined) {
  const { data } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/commits',
    {
      params: {
        path: { projectId },
        query: { size: SHOWN, ...(branch !== undefined && { ref: branch }) },
      },
    },
    { enabled: branch !== undefined },
  )
  return (data?.results ?? []).map(({ commitHash, subject, authoredAt }) => ({
    value: commitHash,
    label: `${shortCommit(commitHash)} ${subject} (${exactTime(authoredAt)})`,
  }))
}

/**
 * The names of the environments of a project to which the user may publish; undefined while they are not
 * known.
 */
export function usePublishableNames(projectId: string): readonly string[] | undefined {
  const may = useMay()
  const { data } = useEnvironments(projectId)
  return data?.map(nameOf).filter((name) => may(publishNeed(projectId, name)))
}
