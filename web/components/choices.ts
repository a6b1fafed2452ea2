import type { operations } from '../../openapi/types.generated.ts'
import { type EveryOptions, useEvery } from '../api/every.ts'

/** What dialogs and menus offer to choose from: every one that there is, not the first page. */

export const useRunners = (options?: EveryOptions) =>
  useEvery('/v1/agents', ({ agentId }) => agentId, {}, options)

export const useEnvironments = (projectId: string, options?: EveryOptions) =>
  useEvery('/v1/projects/{projectId}/environments', nameOf, { path: { projectId } }, options)

/** The versions of an environment, the newest first; none are read while it is not chosen. */
export const useVersions = (projectId: string, environmentName: string | undefined) =>
  useEvery(
    '/v1/projects/{projectId}/artifacts',
    ({ versionName }) => versionName,
    { path: { projectId }, query: { environmentName: environmentName ?? '' } },
    { enabled: Boolean(environmentName) },
  )

/** The names of the pipelines that an environment runs; none are read while it is not chosen. */
export function usePublishedNames(projectId: string, environmentName: string): readonly string[] {
  const path = '/v1/projects/{projectId}/published-pipelines'
  const params = { path: { projectId }, query: { environmentName } }
  const { data = [] } = useEvery(path, nameOf, params, { enabled: environmentName !== '' })
  return data.map(nameOf)
}

type ConnectionType = NonNullable<
  operations['listConnections']['parameters']['query']
>['platformConnectionType']

/** The connections of a project, or those of one type. */
export const useConnections = (projectId: string, platformConnectionType?: ConnectionType) =>
  useEvery('/v1/projects/{projectId}/connections', nameOf, {
    path: { projectId },
    query: { ...(platformConnectionType !== undefined && { platformConnectionType }) },
  })

/** The secrets of a project, and its references to secrets of runners. */
export function useSecretNames(projectId: string): readonly string[] {
  const params = { path: { projectId } }
  const { data: secrets = [] } = useEvery('/v1/projects/{projectId}/secrets', nameOf, params)
  const { data: references = [] } = useEvery('/v1/projects/{projectId}/secret-references', nameOf, params)
  return [...secrets.map(nameOf), ...references.map(nameOf)].toSorted()
}

export const nameOf = ({ name }: { readonly name: string }) => name
