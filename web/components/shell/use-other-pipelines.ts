import type { SpotlightActionData } from '@mantine/spotlight'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import type { PipelineSummary } from '../pipelines/use-pipelines.ts'
import { type Source, usualSource } from '../pipelines/usual-source.ts'

const MAX_PROJECTS = 20
const PAGE = { page: 0, size: 100 } as const
const STALE_MS = 60_000

interface Found {
  readonly source: Source | undefined
  readonly pipelines: readonly PipelineSummary[]
}

/** The first hundred pipelines of other projects, twenty projects at most, as actions of the palette. */
export function useOtherPipelines(
  projects: readonly { readonly id: string; readonly name: string }[],
  isWanted: boolean,
): SpotlightActionData[] {
  const navigate = useNavigate()
  const shown = projects.slice(0, MAX_PROJECTS)
  const answers = useQueries({
    queries: shown.map(({ id }) => ({
      queryKey: ['get', '/v1/projects/{projectId}/pipelines', id, 'palette'],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => read(id, signal),
      enabled: isWanted,
      staleTime: STALE_MS,
    })),
  })
  return answers.flatMap(({ data }, at) => {
    const { id: projectId, name: project } = shown[at]!
    const { source, pipelines } = data ?? { source: undefined, pipelines: [] }
    if (source === undefined) return []
    const place = 'ref' in source ? { branch: source.ref } : { environment: source.environmentName }
    return pipelines.map(({ name, path }) => ({
      id: `pipeline ${projectId} ${path}`,
      label: name,
      description: `Pipeline of ${project}`,
      onClick: () =>
        void navigate({ to: paths.pipelines, params: { projectId }, search: { ...place, pipeline: path } }),
    }))
  })
}

/** What cannot be read is not offered: the palette is no place for the faults of other projects. */
async function read(projectId: string, signal: AbortSignal): Promise<Found> {
  const path = { projectId }
  const [branches, artifacts] = await Promise.all([
    client.GET('/v1/projects/{projectId}/repositories/branches', { params: { path, query: PAGE }, signal }),
    client.GET('/v1/projects/{projectId}/artifacts', {
      params: { path, query: { page: 0, size: 1 } },
      signal,
    }),
  ])
  const source = usualSource(branches.data?.results ?? [], artifacts.data?.results ?? [], [])
  if (source === undefined) return { source, pipelines: [] }
  const query = { ...source, ...PAGE }
  const { data } = await client.GET('/v1/projects/{projectId}/pipelines', { params: { path, query }, signal })
  return { source, pipelines: data?.results ?? [] }
}
