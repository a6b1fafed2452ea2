import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import { useEnvironments, useVersions } from '../../../../components/choices.ts'
import { runNeed } from '../../../../components/rights/common-needs.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import type { PipelineDetails } from '../pipeline/details.ts'
import { seenVersion } from './seen.ts'

/**
 * What can be run where: environments, versions, and the variables as the chosen version declares them (the
 * file of a commit may declare others). The environment is the chosen one, else the one whose version the
 * page shows, unless it takes published versions only, as production does: that one is always chosen
 * deliberately. The version is the chosen one, else the one that the page shows, if the environment has it.
 */
export function useRunnable(
  projectId: string,
  pipeline: PipelineDetails,
  wanted: { readonly environment: string | undefined; readonly version: string | undefined },
  shownEnvironment: string | undefined,
) {
  const path = { projectId }
  const may = useMay()
  const environments = useEnvironments(projectId)
  const offered = environments.data ?? []
  const environment =
    wanted.environment ??
    offered.find(({ name, allowUnpublishedRuns }) => name === shownEnvironment && allowUnpublishedRuns)?.name
  const versions = useVersions(projectId, environment)
  const known = versions.data ?? []
  const version = environment === undefined ? undefined : (wanted.version ?? seenVersion(pipeline, known))
  const query = {
    name: pipeline.name,
    environmentName: environment ?? '',
    ...(version !== undefined && { versionName: version }),
  }
  const published = api.useQuery(
    'get',
    '/v1/projects/{projectId}/pipelines/details',
    { params: { path, query } },
    {
      enabled: environment !== undefined && version !== undefined,
      placeholderData: keepPreviousData,
    },
  )
  return {
    environments: offered.map(({ name }) => name).filter((name) => may(runNeed(projectId, name))),
    environment,
    version,
    isLoading: versions.isLoading,
    versions: known.filter(({ enabled }) => enabled).map(({ versionName }) => versionName),
    /**
     * What can be chosen is still on its way, or the variables and the file are not yet those of the version.
     */
    isWaiting:
      environments.isLoading ||
      versions.isLoading ||
      (version !== undefined && (published.isPending || published.isPlaceholderData)),
    /** It is known which variables there are. */
    hasVariables: version !== undefined && published.data !== undefined,
    /** The file that the name means there. */
    path: published.data?.path,
    variables: version === undefined ? [] : (published.data?.variables ?? []),
    /** What was entered would not be sent: it is not known which variables there are. */
    lacksVariables: published.error !== null && published.data === undefined,
    error: environments.error ?? versions.error ?? published.error,
  }
}
