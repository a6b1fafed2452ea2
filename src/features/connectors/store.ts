import { sql } from 'kysely'
import type { Endpoint } from '../../connectors/schema.ts'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation, onUniqueViolation } from '../../db/errors.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { isUuid } from '../../lib/ids.ts'
import { badRequest, conflict } from '../../lib/problem.ts'
import type { ListGrant, OwnedGrant, OwnerGrant } from '../ownership/access.ts'
import { isGrantedTo, nearestFirst, seesOwned } from '../ownership/access-sql.ts'
import type { Connector } from './schema.ts'

export interface StoredConnector {
  readonly connector: Connector
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  readonly id: string
  readonly projectId: string | null
  readonly name: string
  readonly endpoints: Endpoint[]
  readonly oauths: Readonly<Record<string, string[]>>
  readonly version: number | string
}

/** The OAuth entries an endpoint may use have a table of their own, so that an entry in use cannot vanish. */
const columns = sql`
  c.id, c.project_id as "projectId", c.name, c.endpoints, c.version,
  (select coalesce(jsonb_object_agg(endpoint_id, ids), '{}') from (
     select endpoint_id, jsonb_agg(oauth_id order by position) as ids
       from connector_oauth where connector_id = c.id group by endpoint_id) o) as oauths`

function connectorOf({ id, projectId, name, endpoints, oauths, version }: Row): StoredConnector {
  const whole = endpoints.map((endpoint) => ({ ...endpoint, authentication: withOAuths(endpoint, oauths) }))
  const connector = { connectorId: id, ...(projectId !== null && { projectId }), name, endpoints: whole }
  return { connector, revision: String(version) }
}

const withOAuths = ({ authentication, endpointId }: Endpoint, oauths: Row['oauths']) =>
  authentication.type === 'OAUTH' ? { ...authentication, oauthIds: oauths[endpointId] ?? [] } : authentication

/** The connectors that the caller sees, in alphabetical order. */
export async function listConnectors(
  db: Db,
  { caller, usableIn }: ListGrant<'connector'>,
  page: PageRequest,
): Promise<Page<Connector>> {
  const shown =
    usableIn === undefined
      ? seesOwned('connector', 'c.id', caller)
      : isGrantedTo('connector', 'c.id', usableIn)
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`select ${columns} from connector c where ${shown}
              order by lower(c.name), c.id limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from connector c where ${shown}`.execute(db),
  ])
  const results = rows.map((row) => connectorOf(row).connector)
  return { page: page.page, results, size: page.size, total: counted.rows[0]!.total }
}

/** Undefined when it was deleted since it was entered. */
export async function findConnector(
  db: Db,
  { id }: OwnedGrant<'connector'>,
): Promise<StoredConnector | undefined> {
  const { rows } = await sql<Row>`select ${columns} from connector c where c.id = ${id}`.execute(db)
  return rows[0] && connectorOf(rows[0])
}

/** What a project may use, by the id or else the name that a pipeline says. */
export async function findUsableConnector(
  db: Db,
  projectId: string,
  idOrName: string,
): Promise<StoredConnector | undefined> {
  const condition = isUuid(idOrName) ? sql`c.id = ${idOrName}` : sql`lower(c.name) = lower(${idOrName})`
  const { rows } = await sql<Row>`
    select ${columns} from connector c
     where ${condition} and ${isGrantedTo('connector', 'c.id', projectId)}
     order by ${nearestFirst(projectId)} limit 1`.execute(db)
  return rows[0] && connectorOf(rows[0])
}

/** Whether this id is free. */
export async function isFree(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('connector').select('id').where('id', '=', id).executeTakeFirst()
  return row === undefined
}

/** Adds a connector. Two of one name: `conflict`; an OAuth entry that does not exist: `bad-request`. */
export async function insertConnector(
  tx: Db,
  { caller, owner }: OwnerGrant<'connector'>,
  connector: Connector,
): Promise<StoredConnector> {
  const { connectorId: id, name, endpoints } = connector
  await tx
    .insertInto('connector')
    .values({ id, project_id: owner, name, endpoints: bare(endpoints), created_by: caller.name })
    .execute()
    .catch(onUniqueViolation('connector_name', () => nameTaken(name)))
  await attachOAuths(tx, connector)
  return { connector: owned(connector, owner), revision: '1' }
}

const owned = (connector: Connector, owner: string | null): Connector =>
  owner === null ? connector : { ...connector, projectId: owner }

export async function updateConnector(
  tx: Db,
  { owner }: OwnedGrant<'connector', 'write'>,
  connector: Connector,
): Promise<StoredConnector> {
  const { connectorId, name, endpoints } = connector
  const row = await tx
    .updateTable('connector')
    .set((eb) => ({ name, endpoints: bare(endpoints), version: eb('version', '+', 1) }))
    .where('id', '=', connectorId)
    .returning('version')
    .executeTakeFirstOrThrow()
    .catch(onUniqueViolation('connector_name', () => nameTaken(name)))
  await tx.deleteFrom('connector_oauth').where('connector_id', '=', connectorId).execute()
  await attachOAuths(tx, connector)
  return { connector: owned(connector, owner), revision: String(row.version) }
}

export async function deleteConnector(tx: Db, { id }: OwnedGrant<'connector', 'write'>): Promise<void> {
  await tx.deleteFrom('connector').where('id', '=', id).execute()
}

const bare = (endpoints: readonly Endpoint[]): string =>
  JSON.stringify(
    endpoints.map(({ authentication: { oauthIds: _, ...authentication }, ...rest }) => ({
      ...rest,
      authentication,
    })),
  )

async function attachOAuths(tx: Db, { connectorId, endpoints }: Connector): Promise<void> {
  const rows = endpoints.flatMap(({ endpointId, authentication }) =>
    (authentication.oauthIds ?? []).map((oauthId, position) => ({
      connector_id: connectorId,
      endpoint_id: endpointId,
      oauth_id: oauthId,
      position,
    })),
  )
  if (rows.length === 0) return
  await tx
    .insertInto('connector_oauth')
    .values(rows)
    .execute()
    .catch(
      onForeignKeyViolation('connector_oauth_oauth_id_fkey', () =>
        badRequest(['body/endpoints: authentication/oauthIds names an OAuth entry that does not exist']),
      ),
    )
}

const nameTaken = (name: string) => conflict(`There is already a connector named ${name}`)
