import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import { newId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { Grant } from '../projects/access.ts'
import type {
  ConnectionSort,
  NewProjectConnection,
  ProjectConnection,
  ProjectConnectionChange,
} from './schema.ts'

export interface StoredConnection {
  readonly connection: ProjectConnection
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  name: string
  platform_connection_type: string
  auth_provider: string
  auth_type: string
  description: string
  secrets_location: string | null
  properties: unknown
  version: number | string
  updated_at: Date
  updated_by: string
}

const columns = [
  'name',
  'platform_connection_type',
  'auth_provider',
  'auth_type',
  'description',
  'secrets_location',
  'properties',
  'version',
  'updated_at',
  'updated_by',
] as const

const connectionOf = (row: Row): StoredConnection => ({
  connection: {
    name: row.name,
    platformConnectionType: row.platform_connection_type as ProjectConnection['platformConnectionType'],
    authProvider: row.auth_provider,
    authType: row.auth_type,
    connectionDetails: {
      description: row.description,
      ...(row.secrets_location !== null && { secretsLocation: row.secrets_location }),
      connectionProperties: row.properties as ProjectConnection['connectionDetails']['connectionProperties'],
    },
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by,
  },
  revision: String(row.version),
})

export interface ConnectionFilter {
  readonly authProvider?: string | undefined
  readonly platformConnectionType?: string | undefined
  readonly names?: readonly string[] | undefined
  readonly sort?: ConnectionSort
}

/** The array is made once per statement, so that the index of names serves. */
const namedIn = (names: readonly string[]) =>
  sql<boolean>`lower(name) = any(array(select lower(one) from unnest(${[...names]}::text[]) one))`

/** For each order an index of the project's connections; names are unique. */
const orders = { name: [sql`lower(name)`], updatedAt: [sql`updated_at`, sql`lower(name)`] } as const

/** A project's connections that match the filter, by name unless another order is asked for. */
export async function listConnections(
  db: Db,
  { projectId }: Grant<'connections:read'>,
  page: PageRequest,
  { authProvider, platformConnectionType, names, sort }: ConnectionFilter,
): Promise<Page<ProjectConnection>> {
  const order = orderOf(sort, 'name')
  let fitting = db.selectFrom('connection').where('project_id', '=', projectId)
  if (authProvider !== undefined) fitting = fitting.where('auth_provider', '=', authProvider)
  if (platformConnectionType !== undefined)
    fitting = fitting.where('platform_connection_type', '=', platformConnectionType)
  if (names !== undefined) fitting = fitting.where(namedIn(names))
  const [rows, { total }] = await Promise.all([
    fitting
      .select(columns)
      .orderBy(orderedBy(order, orders[order.by]))
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    fitting.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { page: page.page, results: rows.map((row) => connectionOf(row).connection), size: page.size, total }
}

/**
 * The connections of a project that have these names, in any case. `lock` keeps them from being deleted
 * meanwhile.
 */
export async function findConnections(
  db: Db,
  projectId: string,
  names: readonly string[],
  lock: 'lock' | 'none' = 'none',
): Promise<ProjectConnection[]> {
  const named = db
    .selectFrom('connection')
    .select(columns)
    .where('project_id', '=', projectId)
    .where(namedIn(names))
  const rows = await (lock === 'lock' ? named.forKeyShare() : named).execute()
  return rows.map((row) => connectionOf(row).connection)
}

export async function findConnection(
  db: Db,
  { projectId }: Pick<Grant, 'projectId'>,
  name: string,
): Promise<StoredConnection | undefined> {
  const row = await db
    .selectFrom('connection')
    .select(columns)
    .where('project_id', '=', projectId)
    .where(namedIn([name]))
    .executeTakeFirst()
  return row && connectionOf(row)
}

/** Keeps the connection from being changed, and environments from naming it, until the transaction ends. */
export async function lockConnection(
  tx: Db,
  { projectId }: Grant,
  name: string,
): Promise<StoredConnection | undefined> {
  const row = await tx
    .selectFrom('connection')
    .select(columns)
    .where('project_id', '=', projectId)
    .where(namedIn([name]))
    .forUpdate()
    .executeTakeFirst()
  return row && connectionOf(row)
}

export async function insertConnection(
  db: Db,
  { projectId, caller }: Grant<'connections:write'>,
  { name, ...wanted }: NewProjectConnection,
): Promise<StoredConnection> {
  const row = await db
    .insertInto('connection')
    .values({ id: newId(), project_id: projectId, name, updated_by: caller.name, ...columnsOf(wanted) })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(
      onUniqueViolation('connection_name', () =>
        conflict(`There is already a connection ${name} in this project; choose another name`),
      ),
    )
  return connectionOf(row)
}

/** Replaces everything but the name of a locked connection. */
export async function replaceConnection(
  tx: Db,
  { projectId, caller }: Grant<'connections:write'>,
  name: string,
  wanted: ProjectConnectionChange,
): Promise<StoredConnection> {
  const row = await tx
    .updateTable('connection')
    .set((eb) => ({
      ...columnsOf(wanted),
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
      updated_by: caller.name,
    }))
    .where('project_id', '=', projectId)
    .where(namedIn([name]))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return connectionOf(row)
}

const columnsOf = ({
  platformConnectionType,
  authProvider,
  authType,
  connectionDetails,
}: ProjectConnectionChange) => ({
  platform_connection_type: platformConnectionType,
  auth_provider: authProvider,
  auth_type: authType,
  description: connectionDetails.description ?? '',
  secrets_location: connectionDetails.secretsLocation ?? null,
  properties: JSON.stringify(connectionDetails.connectionProperties),
})

export async function deleteConnection(
  tx: Db,
  { projectId }: Grant<'connections:write'>,
  name: string,
): Promise<void> {
  await tx
    .deleteFrom('connection')
    .where('project_id', '=', projectId)
    .where(namedIn([name]))
    .execute()
}
