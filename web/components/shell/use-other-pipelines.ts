import type { SpotlightActionData } from '@mantine/spotlight'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'

/** More than the palette shows at once. */
const MAX_FOUND = 20
const STALE_MS = 60_000
/** Nothing is searched for before so much was typed. */
const MIN_TYPED = 2

/**
 * Pipelines of all other projects that match what was typed, as actions of the palette: one request for each
 * text.
 */
export function useOtherPipelines(
  text: string,
  currentProjectId: string | undefined,
  isOpen: boolean,
): SpotlightActionData[] {
  const navigate = useNavigate()
  const name = text.trim()
  const isWanted = isOpen && name.length >= MIN_TYPED
  const { data } = api.useQuery(
    'get',
    '/v1/pipelines',
    { params: { query: { name, page: 0, size: MAX_FOUND } } },
    { enabled: isWanted, staleTime: STALE_MS, placeholderData: keepPreviousData },
  )
  // The palette shows of the former answer what still matches.
  const found = isWanted ? (data?.results ?? []) : []
  return found
    .filter(({ projectId }) => projectId !== currentProjectId)
    .map(({ projectId, projectName, name: label, path, branch, environmentName }) => ({
      id: `pipeline ${projectId} ${path}`,
      label,
      description: `Pipeline of ${projectName}`,
      onClick: () =>
        void navigate({
          to: paths.pipelines,
          params: { projectId },
          search: {
            ...(branch === undefined ? { environment: environmentName } : { branch }),
            pipeline: path,
          },
        }),
    }))
}
