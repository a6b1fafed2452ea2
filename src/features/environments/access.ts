import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { RunnerId } from '../../lib/ids.ts'
import { notFound } from '../../lib/problem.ts'
import {
  type EnvironmentGrant,
  type EnvironmentPermission,
  effectiveAccess,
  enterProject,
  environmentAllows,
  type Grant,
  missing,
  type ProjectPermission,
} from '../projects/access.ts'
import type { Connection } from './schema.ts'
import { type EnvironmentFacts, readFacts } from './store.ts'

export { checkSettings, defaultConnection } from './connection.ts'

/** An environment that the caller entered, with what running something there needs. */
export interface EnteredEnvironment<P extends ProjectPermission> extends EnvironmentGrant<P> {
  readonly defaultRunnerId: RunnerId
  readonly connection: Connection
  /** Whether branches, commits and drafts run here without being published. */
  readonly allowsUnpublished: boolean
}

export interface EnvironmentPurpose<P extends ProjectPermission> {
  readonly project: P
  readonly environment: EnvironmentPermission
}

/**
 * Enters one environment of a project. An environment the caller may not see is reported like one that does
 * not exist. Environment access counts in addition to the project role: a caller who may run in only one
 * environment may run there.
 */
export async function enterEnvironment<P extends ProjectPermission>(
  db: Db,
  caller: Caller,
  projectId: string,
  environmentName: string,
  purpose: EnvironmentPurpose<P>,
): Promise<EnteredEnvironment<P>> {
  // Asked together: neither question needs the answer to the other.
  const [grant, [facts]] = await Promise.all([
    enterProject(db, caller, projectId, purpose.project),
    readFacts(db, { caller, projectId }, [environmentName]),
  ])
  if (facts === undefined || !mayIn(facts, grant, 'environment:read'))
    throw notFound('Environment', environmentName)
  if (!mayIn(facts, grant, purpose.environment)) throw missing(`${purpose.environment} in ${environmentName}`)
  const { id, name, defaultRunnerId, connection, allowsUnpublished } = facts
  return {
    ...grant,
    environmentId: id,
    environmentName: name,
    defaultRunnerId,
    connection,
    allowsUnpublished,
  } as EnteredEnvironment<P>
}

/** An environment that is being made or changed. */
export interface EnvironmentDraft {
  readonly grant: Grant<'environments:read'>
  readonly environmentName: string
  /** The environment that is changed; undefined if none has that name yet. */
  readonly environment: EnteredEnvironment<'environments:read'> | undefined
}

/**
 * For who may save it: changing needs `environment:admin`, making one `environments:write` in the project.
 */
export async function enterEnvironmentDraft(
  db: Db,
  caller: Caller,
  projectId: string,
  environmentName: string,
): Promise<EnvironmentDraft> {
  const grant = await enterProject(db, caller, projectId, 'environments:read')
  const [facts] = await readFacts(db, grant, [environmentName])
  // One that the caller may not see answers like one that does not exist. Who may make one sees all of them.
  if (facts === undefined || !mayIn(facts, grant, 'environment:read')) {
    await enterProject(db, caller, projectId, 'environments:write')
    return { grant, environmentName, environment: undefined }
  }
  const purpose = { project: 'environments:read', environment: 'environment:admin' } as const
  const environment = await enterEnvironment(db, caller, projectId, environmentName, purpose)
  return { grant, environmentName, environment }
}

const mayIn = (
  { given, defaultLevel }: EnvironmentFacts,
  { role }: Grant,
  permission: EnvironmentPermission,
) => environmentAllows(effectiveAccess(role, given, defaultLevel), permission)

/**
 * What the caller may do in several environments at once. A name that is missing does not exist for this
 * caller.
 */
export async function checkEnvironmentAccess(
  db: Db,
  grant: Grant,
  names: readonly string[],
  permission: EnvironmentPermission,
): Promise<ReadonlyMap<string, { readonly facts: EnvironmentFacts; readonly allowed: boolean }>> {
  const facts = await readFacts(db, grant, names)
  const visible = facts.filter((environment) => mayIn(environment, grant, 'environment:read'))
  return new Map(
    visible.map((environment) => [
      environment.name,
      { facts: environment, allowed: mayIn(environment, grant, permission) },
    ]),
  )
}
