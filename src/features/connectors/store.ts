import { sql } from 'kysely'
import type { Endpoint } from '../../connectors/schema.ts'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation, onUniqueViolation } from '../../db/errors.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { isUuid } from '../../lib/ids.ts'
import { badRequest, conflict } from '../../lib/problem.ts'
import type { ConnectorGrant } from './access.ts'
import type { Connector } from './schema.ts'

export interface StoredConnector {
  readonly connector: Connector
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  readonly id: string
  readonly name: string
  readonly endpoints: Endpoint[]
  readonly oauths: Readonly<Record<string, string[]>>
  readonly version: number | string
}

/** The OAuth entries an endpoint may use have a table of their own, so that an entry in use cannot vanish. */
const columns = sql`
  c.id, c.name, c.endpoints, c.version,
  (select coalesce(jsonb_object_agg(endpoint_id, ids), '{}') from (
     select endpoint_id, jsonb_agg(oauth_id order by position) as ids
       from connector_oauth where connector_id = c.id group by endpoint_id) o) as oauths`

function connectorOf({ id, name, endpoints, oauths, version }: Row): StoredConnector {
  const whole = endpoints.map((endpoint) => ({ ...endpoint, authentication: withOAuths(endpoint, oauths) }))
  return { connector: { connectorId: id, name, endpoints: whole }, revision: String(version) }
}

const withOAuths = ({ authentication, endpointId }: Endpoint, oauths: Row['oauths']) =>
  authentication.type === 'OAUTH' ? { ...authentication, oauthIds: oauths[endpointId] ?? [] } : authentication

/** Connectors in alphabetical order. */
export async function listConnectors(
  db: Db,
  _grant: ConnectorGrant<'connectors:read'>,
  page: PageRequest,
): Promise<Page<Connector>> {
  const [{ rows }, { total }] = await Promise.all([
    sql<Row>`select ${columns} from connector c
              order by lower(c.name), c.id limit ${page.size} offset ${page.offset}`.execute(db),
    db
      .selectFrom('connector')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { page: page.page, results: rows.map((row) => connectorOf(row).connector), size: page.size, total }
}

export async function findConnector(
  db: Db,
  _grant: ConnectorGrant,
  id: string,
): Promise<StoredConnector | undefined> {
  return readConnector(db, id)
}

/** For runners too: by the id or else the name that a pipeline says. */
export async function readConnector(db: Db, idOrName: string): Promise<StoredConnector | undefined> {
  const condition = isUuid(idOrName) ? sql`c.id = ${idOrName}` : sql`lower(c.name) = lower(${idOrName})`
  const { rows } = await sql<Row>`select ${columns} from connector c where ${condition}`.execute(db)
  return rows[0] && connectorOf(rows[0])
}

/** The same, kept from being changed until the transaction ends. */
export async function lockConnector(
  tx: Db,
  grant: ConnectorGrant<'connectors:write'>,
  id: string,
): Promise<StoredConnector | undefined> {
  await sql`select from connector where id = ${id} for no key update`.execute(tx)
  return findConnector(tx, grant, id)
}

/** Whether this id is free. */
export async function isFree(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('connector').select('id').where('id', '=', id).executeTakeFirst()
  return row === undefined
}

/** `name`, or `name (2)` and so on when it is taken. */
export async function freeName(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ taken: string }>`
    select lower(name) as taken from connector where starts_with(lower(name), lower(${name}))`.execute(db)
  const taken = new Set(rows.map((row) => row.taken))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

/** Adds a connector. Two of one name: `conflict`; an OAuth entry that does not exist: `bad-request`. */
export async function insertConnector(
  tx: Db,
  { caller }: ConnectorGrant<'connectors:write'>,
  connector: Connector,
): Promise<StoredConnector> {
  const { connectorId: id, name, endpoints } = connector
  await tx
    .insertInto('connector')
    .values({ id, name, endpoints: bare(endpoints), created_by: caller.name })
    .execute()
    .catch(onUniqueViolation('connector_name', () => nameTaken(name)))
  await attachOAuths(tx, connector)
  return { connector, revision: '1' }
}

export async function updateConnector(
  tx: Db,
  _grant: ConnectorGrant<'connectors:write'>,
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
  return { connector, revision: String(row.version) }
}

export async function deleteConnector(
  tx: Db,
  _grant: ConnectorGrant<'connectors:write'>,
  id: string,
): Promise<void> {
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
