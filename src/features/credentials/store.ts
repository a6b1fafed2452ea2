import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import { insertGrants } from '../permissions/access-sql.ts'
import type { ApiCredential, ApiCredentialPatch, ApiCredentialsQuery, NewApiCredential } from './schema.ts'

export interface CredentialRow {
  readonly principalId: string
  readonly clientId: string
  readonly secretHash: string
  readonly createdBy: string
}

/** Adds a credential with its roles in one transaction; see `insertGrants` for what is refused. */
export async function insertCredential(db: Db, row: CredentialRow, wanted: NewApiCredential): Promise<void> {
  await db.transaction().execute((tx) => insertIn(tx, row, wanted))
}

/** One at a time in the whole installation: several servers may start for the first time at once. */
const FIRST_ADMIN_LOCK = 727_274_003

/**
 * Adds the credential, and what goes `along` with it, unless there is an administrator, which is asked while
 * no other server does the same; false when there was one.
 */
export async function insertFirstAdmin(
  db: Db,
  row: CredentialRow,
  wanted: NewApiCredential,
  along: (tx: Db) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The first server stores secrets in files meanwhile; the others wait for it longer than a request would.
    await sql`set local lock_timeout = '30s'`.execute(tx)
    await sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`.execute(tx)
    if (await hasAdministrator(tx)) return false
    await insertIn(tx, row, wanted)
    await along(tx)
    return true
  })
}

async function insertIn(tx: Db, row: CredentialRow, wanted: NewApiCredential): Promise<void> {
  await tx
    .insertInto('principal')
    .values({
      id: row.principalId,
      kind: 'CREDENTIAL',
      account_role: wanted.accountRole,
      account_permissions: [...new Set(wanted.accountPermissions)],
    })
    .execute()
  await tx
    .insertInto('api_credential')
    .values({
      client_id: row.clientId,
      principal_id: row.principalId,
      name: wanted.name,
      secret_hash: row.secretHash,
      created_by: row.createdBy,
      expires_at: wanted.expiresAt ?? null,
    })
    .execute()
  await insertGrants(tx, row.principalId, wanted)
}

/** For each order an index; those that never expire come after the others. */
const orders = {
  createdAt: [sql`c.created_at`, sql`c.client_id`],
  name: [sql`lower(c.name)`, sql`c.client_id`],
  expiresAt: [sql`c.expires_at`, sql`c.client_id`],
} as const

/**
 * All credentials, oldest first unless another order is asked for, never their secrets; with `name`, those
 * that have it.
 */
export async function listCredentials(
  db: Db,
  page: PageRequest,
  { name, sort }: ApiCredentialsQuery = {},
): Promise<Page<ApiCredential>> {
  const asked = orderOf(sort, 'createdAt')
  const order = orderedBy(asked, orders[asked.by])
  const named = name === undefined ? sql`true` : sql`lower(c.name) = lower(${name})`
  const { rows } = await sql<{ total: number; results: ApiCredential[] }>`
    select (select count(*) from api_credential c where ${named}) as total,
           (select coalesce(json_agg(${credentialJson} order by ${order}), '[]')
              from (select * from api_credential c where ${named} order by ${order}
                     limit ${page.size} offset ${page.offset}) c
              join principal p on p.id = c.principal_id) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findCredential(db: Db, clientId: string): Promise<ApiCredential | undefined> {
  const { rows } = await sql<{ credential: ApiCredential }>`
    select ${credentialJson} as credential
      from api_credential c join principal p on p.id = c.principal_id
     where c.client_id = ${clientId}`.execute(db)
  return rows[0]?.credential
}

/** Nobody else changes the credential or its roles before the transaction ends. */
export async function lockCredential(tx: Db, clientId: string): Promise<void> {
  await sql`
    select from principal p join api_credential c on c.principal_id = p.id
     where c.client_id = ${clientId} for no key update`.execute(tx)
}

export async function updateCredential(tx: Db, clientId: string, patch: ApiCredentialPatch): Promise<void> {
  const { name, expiresAt } = patch
  if (name === undefined && expiresAt === undefined) return
  await tx
    .updateTable('api_credential')
    .set({ ...(name !== undefined && { name }), ...(expiresAt !== undefined && { expires_at: expiresAt }) })
    .where('client_id', '=', clientId)
    .execute()
}

const credentialJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'clientId', c.client_id, 'name', c.name, 'accountRole', p.account_role,
  'accountPermissions', p.account_permissions,
  'createdAt', ${instant('c.created_at')}, 'expiresAt', ${instant('c.expires_at')}, 'lastUsedAt', ${instant('c.last_used_at')},
  'projectRoles', (select coalesce(jsonb_agg(jsonb_build_object('projectId', r.project_id, 'role', r.role)
                                             order by r.project_id), '[]')
                     from project_role r where r.principal_id = p.id),
  'environmentAccess', (select coalesce(jsonb_agg(jsonb_build_object(
                                 'projectId', e.project_id, 'environmentName', e.name, 'access', a.access)
                                 order by e.project_id, e.name), '[]')
                          from environment_access a join environment e on e.id = a.environment_id
                         where a.principal_id = p.id)))`

/** Deletes a credential and every role given to it. False when no credential has that id. */
export async function deleteCredential(db: Db, clientId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from principal where id = (select principal_id from api_credential where client_id = ${clientId})`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Whether anybody can administer the installation: nobody can before its first start. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select has_administrator() as there`.execute(db)
  return rows[0]!.there
}
