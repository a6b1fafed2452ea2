import { api } from '../../../../api/client.ts'
import { exactTime } from '../../../../ui/time.tsx'
import { environmentsPath, shortCommit } from '../shapes.ts'

const SHOWN = 100

/** The branches to choose from, the default one first; the error says why there are none. */
export function useBranches(projectId: string) {
  const { data, error, isLoading } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/branches',
    { params: { path: { projectId }, query: { size: SHOWN } } },
    { retry: false },
  )
  const byDefault = data?.results.find(({ isDefault }) => isDefault)?.name
  return { names: data?.results.map(({ name }) => name) ?? [], byDefault, error, isLoading }
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

/** The names of the environments of a project. */
export function useEnvironmentNames(projectId: string): readonly string[] {
  const { data } = api.useQuery('get', environmentsPath, {
    params: { path: { projectId }, query: { size: SHOWN } },
  })
  return data?.results.map(({ name }) => name) ?? []
}
