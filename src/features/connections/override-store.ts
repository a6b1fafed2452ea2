import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { visibleEnvironment } from '../permissions/access-sql.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import type { ConnectionOverride } from './schema.ts'

/** Those of one environment, in the order in which they are kept; what another client keeps there is none. */
export type KeptOverrides = readonly Readonly<Record<string, unknown>>[]

/** The overrides of connections in environments that the caller may see, by environment and connection. */
export async function listOverrides(
  db: Db,
  grant: Grant<'connections:read'>,
  page: PageRequest,
  filter: { readonly environmentName?: string | undefined; readonly connectionName?: string | undefined },
): Promise<Page<ConnectionOverride>> {
  const { environmentName = null, connectionName = null } = filter
  const fitting = sql`
      from environment e
     cross join lateral jsonb_array_elements(
       case when jsonb_typeof(e.connection_overrides) = 'array' then e.connection_overrides else '[]' end) o
     where e.project_id = ${grant.projectId}
       and (${environmentName}::text is null or e.name = ${environmentName})
       and (${connectionName}::text is null or lower(o ->> 'connectionName') = lower(${connectionName}))
       and ${visibleEnvironment(grant)}`
  const { rows } = await sql<{ total: number; results: ConnectionOverride[] }>`
    select (select count(*) ${fitting}) as total,
           (select coalesce(json_agg(one.override order by one.environment, one.connection), '[]')
              from (select jsonb_build_object('environmentName', e.name) || o as override, e.name as environment,
                           o ->> 'connectionName' as connection ${fitting}
                     order by environment, connection limit ${page.size} offset ${page.offset}) one) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** What an environment keeps as `connectionOverrides`, in whatever form. */
export async function readOverrides(db: Db, environmentId: string): Promise<unknown> {
  const row = await db
    .selectFrom('environment')
    .select('connection_overrides')
    .where('id', '=', environmentId)
    .executeTakeFirst()
  return row?.connection_overrides
}

/** The overrides of an environment, which nobody else changes before the transaction ends. */
export async function lockOverrides(tx: Db, { environmentId }: EnvironmentGrant): Promise<KeptOverrides> {
  const row = await tx
    .selectFrom('environment')
    .select('connection_overrides')
    .where('id', '=', environmentId)
    .forUpdate()
    .executeTakeFirst()
  return Array.isArray(row?.connection_overrides) ? (row.connection_overrides as KeptOverrides) : []
}

/**
 * Locks the environments of a project, so that none of them begins to name a connection. To be taken before
 * that of the connection, as by those that change an environment.
 */
export async function lockEnvironments(tx: Db, { projectId }: Grant<'connections:write'>): Promise<void> {
  await tx
    .selectFrom('environment')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function writeOverrides(
  tx: Db,
  { environmentId }: EnvironmentGrant,
  overrides: KeptOverrides,
): Promise<void> {
  await tx
    .updateTable('environment')
    .set((eb) => ({ connection_overrides: JSON.stringify(overrides), version: eb('version', '+', 1) }))
    .where('id', '=', environmentId)
    .execute()
}

/** What the environments of a project keep for a connection of this name, by environment. */
export async function readOverridesOf(
  tx: Db,
  { projectId }: Grant,
  connectionName: string,
): Promise<readonly { readonly environmentName: string; readonly override: unknown }[]> {
  const { rows } = await sql<{ environmentName: string; override: unknown }>`
    select e.name as "environmentName", o as override
      from environment e
     cross join lateral jsonb_array_elements(
       case when jsonb_typeof(e.connection_overrides) = 'array' then e.connection_overrides else '[]' end) o
     where e.project_id = ${projectId} and lower(o ->> 'connectionName') = lower(${connectionName})
     order by e.name`.execute(tx)
  return rows
}

/**
 * Removes what a connection has in the environments of its project: another one of its name starts without
 * them.
 */
export async function deleteOverridesOf(tx: Db, { projectId }: Grant, connectionName: string): Promise<void> {
  await sql`
    update environment e set version = version + 1, connection_overrides = (
             select coalesce(jsonb_agg(o order by place), '[]')
               from jsonb_array_elements(e.connection_overrides) with ordinality as kept (o, place)
              where lower(o ->> 'connectionName') is distinct from lower(${connectionName}))
     where e.project_id = ${projectId} and jsonb_typeof(e.connection_overrides) = 'array'
       and exists (select from jsonb_array_elements(e.connection_overrides) o
                    where lower(o ->> 'connectionName') = lower(${connectionName}))`.execute(tx)
}

/** The environments whose defaults name the connection; see `namesIn` for what such a default is. */
export async function environmentsThatUse(
  tx: Db,
  { projectId }: Grant,
  connectionName: string,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select e.name from environment e
     where e.project_id = ${projectId} and jsonb_typeof(e.default_connections) = 'object'
       and exists (select from jsonb_each(e.default_connections) d
                    where lower(coalesce(d.value ->> 'connectionName', d.value #>> '{}')) = lower(${connectionName}))
     order by e.name`.execute(tx)
  return rows.map(({ name }) => name)
}
