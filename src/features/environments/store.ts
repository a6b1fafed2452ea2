import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { literals } from '../../db/literals.ts'
import type { Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { type EnvironmentId, newId, type RunnerId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import { liveStates } from '../executions/states.ts'
import { givenAccess, visibleEnvironment } from '../permissions/access-sql.ts'
import type { EnvironmentAccess, EnvironmentGrant, Grant } from '../projects/access.ts'
import { isProduction } from './rules.ts'
import type { Connection, Environment, EnvironmentPatch, NewEnvironment } from './schema.ts'

export interface EnvironmentFacts {
  readonly id: EnvironmentId
  readonly name: string
  readonly defaultRunnerId: RunnerId
  readonly connection: Connection
  readonly allowsUnpublished: boolean
  readonly defaultLevel: 'admin' | 'runner' | 'readOnly' | 'noAccess'
  /** What was given to this caller, or to a group of it, in this environment. */
  readonly given: EnvironmentAccess | undefined
}

/** What access of a caller to environments is decided on, for those of `names` that the project has. */
export async function readFacts(
  db: Db,
  { caller, projectId }: { readonly caller: Caller; readonly projectId: string },
  names: readonly string[],
): Promise<EnvironmentFacts[]> {
  const { rows } = await sql<{
    id: EnvironmentId
    name: string
    runner: RunnerId
    connection: Connection
    allowsUnpublished: boolean
    level: EnvironmentFacts['defaultLevel']
    given: EnvironmentAccess | null
  }>`
    select e.id, e.name, e.default_runner_id as runner, e.connection, e.default_user_access_level as level,
           e.allow_unpublished_runs as "allowsUnpublished",
           ${givenAccess('e.id', caller.principalId)} as given
      from environment e
     where e.project_id = ${projectId} and e.name = any(${names})`.execute(db)
  return rows.map(({ id, name, runner, connection, allowsUnpublished, level, given }) => ({
    id,
    name,
    defaultRunnerId: runner,
    connection,
    allowsUnpublished,
    defaultLevel: level,
    given: given ?? undefined,
  }))
}

/** The environments the caller may see, by name. */
export async function listEnvironments(
  db: Db,
  grant: Grant<'environments:read'>,
  page: PageRequest,
): Promise<Page<Environment>> {
  const visible = sql`e.project_id = ${grant.projectId} and ${visibleEnvironment(grant)}`
  const { rows } = await sql<{ total: number; results: Environment[] }>`
    select (select count(*) from environment e where ${visible}) as total,
           (select coalesce(json_agg(${environmentJson} order by e.name), '[]')
              from (select * from environment e where ${visible}
                     order by name limit ${page.size} offset ${page.offset}) e
              join runner r on r.id = e.default_runner_id) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findEnvironment(db: Db, grant: EnvironmentGrant): Promise<Environment | undefined> {
  const { rows } = await sql<{ environment: Environment }>`
    select ${environmentJson} as environment
      from environment e join runner r on r.id = e.default_runner_id
     where e.id = ${grant.environmentId}`.execute(db)
  return rows[0]?.environment
}

/** Nobody else changes the environment before the transaction ends. */
export async function lockEnvironment(tx: Db, { environmentId }: EnvironmentGrant): Promise<void> {
  await tx.selectFrom('environment').select('id').where('id', '=', environmentId).forUpdate().execute()
}

/** A member whose value is shown with its nulls, unless the column itself is null. */
const asSent = (member: string, column: RawBuilder<unknown>) =>
  sql`case when ${column} is null then '{}' else jsonb_build_object(${sql.lit(member)}, ${column}) end`

const environmentJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'name', e.name, 'displayName', e.display_name, 'description', e.description,
  'defaultAgentId', e.default_runner_id, 'defaultAgentName', r.name,
  'defaultUserAccessLevel', e.default_user_access_level, 'connection', e.connection,
  'databases', e.databases, 'dialectFunctions', e.dialect_functions, 'onRunnerLoss', e.on_runner_loss,
  'reviewBeforePublishing', e.review_before_publishing,
  'allowUnpublishedRuns', e.allow_unpublished_runs,
  'maxConcurrentExecutions', e.max_concurrent_executions))
  || ${asSent('defaultConnections', sql`e.default_connections`)}
  || ${asSent('connectionOverrides', sql`e.connection_overrides`)}`

/** What is wrong with the default runner of a request; one that exists stays until the transaction ends. */
export async function runnerFaults(tx: Db, runnerId: string | undefined): Promise<readonly string[]> {
  if (runnerId === undefined) return []
  const found = await tx
    .selectFrom('runner')
    .select('id')
    .where('id', '=', runnerId)
    .forKeyShare()
    .executeTakeFirst()
  return found === undefined ? [`body/defaultAgentId: runner ${runnerId} does not exist`] : []
}

export async function insertEnvironment(
  db: Db,
  grant: Grant<'environments:write'>,
  wanted: NewEnvironment,
  connection: Connection,
): Promise<EnvironmentId> {
  const id = newId<EnvironmentId>()
  await db
    .insertInto('environment')
    .values({
      id,
      project_id: grant.projectId,
      name: wanted.name,
      display_name: wanted.displayName ?? wanted.name,
      description: wanted.description ?? '',
      default_runner_id: wanted.defaultAgentId,
      default_user_access_level: wanted.defaultUserAccessLevel ?? 'readOnly',
      connection: JSON.stringify(connection),
      databases: optionalJson(wanted.databases),
      dialect_functions: wanted.dialectFunctions ?? true,
      on_runner_loss: wanted.onRunnerLoss ?? 'RESUME',
      review_before_publishing: wanted.reviewBeforePublishing ?? 'OFF',
      allow_unpublished_runs:
        wanted.allowUnpublishedRuns ?? !isProduction(wanted.name, wanted.displayName ?? ''),
      max_concurrent_executions: wanted.maxConcurrentExecutions ?? null,
      default_connections: optionalJson(wanted.defaultConnections),
      connection_overrides: optionalJson(wanted.connectionOverrides),
    })
    .execute()
    .catch(
      onUniqueViolation('environment_name', () => conflict(`There is already an environment ${wanted.name}`)),
    )
  return id
}

export async function updateEnvironment(
  db: Db,
  grant: EnvironmentGrant,
  patch: EnvironmentPatch,
): Promise<void> {
  const { displayName, description, defaultAgentId, defaultUserAccessLevel, connection } = patch
  await db
    .updateTable('environment')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(displayName !== undefined && { display_name: displayName }),
      ...(description !== undefined && { description }),
      ...(defaultAgentId !== undefined && { default_runner_id: defaultAgentId }),
      ...(defaultUserAccessLevel !== undefined && { default_user_access_level: defaultUserAccessLevel }),
      ...(connection !== undefined && { connection: JSON.stringify(connection) }),
      ...(patch.databases !== undefined && { databases: optionalJson(patch.databases) }),
      ...(patch.dialectFunctions !== undefined && { dialect_functions: patch.dialectFunctions }),
      ...(patch.onRunnerLoss !== undefined && { on_runner_loss: patch.onRunnerLoss }),
      ...(patch.reviewBeforePublishing !== undefined && {
        review_before_publishing: patch.reviewBeforePublishing,
      }),
      ...(patch.allowUnpublishedRuns !== undefined && {
        allow_unpublished_runs: patch.allowUnpublishedRuns,
      }),
      ...(patch.maxConcurrentExecutions !== undefined && {
        max_concurrent_executions: patch.maxConcurrentExecutions,
      }),
      ...(patch.defaultConnections !== undefined && {
        default_connections: optionalJson(patch.defaultConnections),
      }),
      ...(patch.connectionOverrides !== undefined && {
        connection_overrides: optionalJson(patch.connectionOverrides),
      }),
    }))
    .where('id', '=', grant.environmentId)
    .execute()
}

/**
 * Deletes the environment with its published versions and overrides, unless an execution in it is live: then
 * false.
 */
export async function deleteEnvironment(db: Db, grant: EnvironmentGrant): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from environment
     where id = ${grant.environmentId}
       and not exists (select from execution
                        where project_id = ${grant.projectId} and environment_id = ${grant.environmentId}
                          and parent_id is null and status in ${literals(liveStates)})`.execute(db)
  return numAffectedRows === 1n
}

const optionalJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
