import { InvalidArgumentError } from 'commander'
import type { Client } from '../../../client/client.ts'
import { findProject } from '../../../client/lookup.ts'
import { oneOf } from '../../terminal/options.ts'

/** What a role in a project allows, and access to an environment (docs/guides/access.md). */
export const projectRoles = ['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'] as const
export const accesses = ['ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS'] as const

export interface ProjectRole {
  /** Id or name. */
  readonly project: string
  readonly role: (typeof projectRoles)[number]
}

export interface EnvironmentAccess {
  /** Id or name. */
  readonly project: string
  readonly environmentName: string
  readonly access: (typeof accesses)[number]
}

/** One more `project=role`, for commander. */
export function projectRole(text: string, before: readonly ProjectRole[] = []): ProjectRole[] {
  const [, project, role] = /^(.+)=(.*)$/.exec(text) ?? []
  if (project === undefined || role === undefined)
    throw new InvalidArgumentError('Expected a project and a role, such as Sales=CONTRIBUTOR.')
  return [...before, { project, role: oneOf(projectRoles)(role) }]
}

/** One more `project/environment=access`, for commander. */
export function environmentAccess(
  text: string,
  before: readonly EnvironmentAccess[] = [],
): EnvironmentAccess[] {
  const [, project, environmentName, access] = /^([^/]+)\/(.+)=(.*)$/.exec(text) ?? []
  if (project === undefined || environmentName === undefined || access === undefined)
    throw new InvalidArgumentError(
      'Expected a project, an environment and an access, such as Sales/Production=RUNNER.',
    )
  return [...before, { project, environmentName, access: oneOf(accesses)(access) }]
}

/** The same grants with the ids of their projects. Throws Failure for a project that is not found. */
export const withProjectIds = <Grant extends { readonly project: string }>(
  client: Client,
  grants: readonly Grant[] = [],
): Promise<(Omit<Grant, 'project'> & { readonly projectId: string })[]> =>
  Promise.all(
    grants.map(async ({ project, ...grant }) => ({
      projectId: (await findProject(client, project)).id,
      ...grant,
    })),
  )
