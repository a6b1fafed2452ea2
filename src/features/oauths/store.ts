import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onForeignKeyViolation, onUniqueViolation } from '../../db/errors.ts'
import type { PageRequest } from '../../http/page.ts'
import { isUuid } from '../../lib/ids.ts'
import { conflict, Problem } from '../../lib/problem.ts'
import type { ConnectorGrant } from '../connectors/access.ts'
import type { NewOAuth, TokenParameter } from './schema.ts'

/** An entry as it is kept. */
export interface OAuthRow {
  readonly id: string
  readonly name: string
  readonly grantType: 'CLIENT_CREDENTIALS' | 'AUTHORIZATION_CODE'
  readonly clientId: string
  readonly clientSecretEncrypted: Buffer | null
  readonly accessTokenUrl: string
  readonly authorizeUrl: string | null
  readonly credentialsIn: 'BODY' | 'HEADER'
  readonly tokenParameters: TokenParameter[]
  readonly authParameters: { name: string; value: string }[]
  /** Null: wherever a connector says. */
  readonly allowedHosts: string[] | null
  readonly accessTokenEncrypted: Buffer | null
  readonly refreshTokenEncrypted: Buffer | null
  readonly tokenExpiresAt: Date | null
  readonly tokenObtainedAt: Date | null
  readonly fault: string | null
  readonly version: number | string
  readonly createdAt: Date
}

const columns = sql`
  id, name, grant_type as "grantType", client_id as "clientId", client_secret_encrypted as "clientSecretEncrypted",
  access_token_url as "accessTokenUrl", authorize_url as "authorizeUrl", credentials_in as "credentialsIn",
  token_parameters as "tokenParameters", auth_parameters as "authParameters", allowed_hosts as "allowedHosts",
  access_token_encrypted as "accessTokenEncrypted", refresh_token_encrypted as "refreshTokenEncrypted",
  token_expires_at as "tokenExpiresAt", token_obtained_at as "tokenObtainedAt", fault, version,
  created_at as "createdAt"`

/** Entries, oldest first (specification, OAuth rules 1). */
export async function listOAuths(db: Db, _grant: ConnectorGrant<'oauths:read'>, page: PageRequest) {
  const [{ rows }, { total }] = await Promise.all([
    sql<OAuthRow>`select ${columns} from oauth
                   order by created_at, id limit ${page.size} offset ${page.offset}`.execute(db),
    db
      .selectFrom('oauth')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** By id, or else by name; `lock` keeps others from changing it until the transaction ends. */
export async function readOAuth(
  db: Db,
  idOrName: string,
  how: 'read' | 'lock' = 'read',
): Promise<OAuthRow | undefined> {
  const condition = isUuid(idOrName) ? sql`id = ${idOrName}` : sql`lower(name) = lower(${idOrName})`
  const lock = how === 'lock' ? sql`for update` : sql``
  const { rows } = await sql<OAuthRow>`select ${columns} from oauth where ${condition} ${lock}`.execute(db)
  return rows[0]
}

export async function readOAuths(db: Db, ids: readonly string[]): Promise<OAuthRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OAuthRow>`
    select ${columns} from oauth where id = any(${ids}::uuid[]) order by created_at, id`.execute(db)
  return rows
}

/** Adds an entry without a token. */
export async function insertOAuth(
  tx: Db,
  { caller }: ConnectorGrant<'oauths:write'>,
  id: string,
  wanted: NewOAuth,
  clientSecretEncrypted: Buffer | null,
): Promise<void> {
  await tx
    .insertInto('oauth')
    .values({
      ...valuesOf(wanted),
      id,
      client_secret_encrypted: clientSecretEncrypted,
      created_by: caller.name,
    })
    .execute()
    .catch(onUniqueViolation('oauth_name', () => nameTaken(wanted.name)))
}

/** Changes an entry; an absent secret stays, and so do absent hosts: a client that does not know them lifts no limit. `forget`: its token belonged to what it was before. */
export async function updateOAuth(
  tx: Db,
  _grant: ConnectorGrant<'oauths:write'>,
  id: string,
  wanted: NewOAuth,
  { clientSecretEncrypted, forget }: { clientSecretEncrypted: Buffer | undefined; forget: boolean },
): Promise<void> {
  await tx
    .updateTable('oauth')
    .set((eb) => ({
      ...valuesOf(wanted),
      version: eb('version', '+', 1),
      ...(clientSecretEncrypted !== undefined && { client_secret_encrypted: clientSecretEncrypted }),
      ...(forget && { ...noToken, fault: null, fault_at: null }),
    }))
    .where('id', '=', id)
    .execute()
    .catch(onUniqueViolation('oauth_name', () => nameTaken(wanted.name)))
}

export const noToken = {
  access_token_encrypted: null,
  refresh_token_encrypted: null,
  token_expires_at: null,
  token_obtained_at: null,
}

const valuesOf = (wanted: NewOAuth) => ({
  name: wanted.name,
  grant_type: wanted.grantType,
  client_id: wanted.clientId,
  access_token_url: wanted.accessTokenUrl,
  authorize_url: wanted.authorizeUrl ?? null,
  credentials_in: wanted.credentialsIn ?? 'HEADER',
  token_parameters: JSON.stringify(wanted.tokenParameters ?? []),
  auth_parameters: JSON.stringify(wanted.authParameters ?? []),
  ...(wanted.allowedHosts !== undefined && { allowed_hosts: wanted.allowedHosts }),
})

/**
 * Deletes an entry. While connectors use it that is a `conflict` that lists them; with `force` it is taken out of
 * them first.
 */
export async function deleteOAuth(
  tx: Db,
  _grant: ConnectorGrant<'oauths:write'>,
  id: string,
  force: boolean,
): Promise<void> {
  const { rows: users } = await sql<{ name: string }>`
    select name from connector c where exists (select from connector_oauth where connector_id = c.id and oauth_id = ${id})
     order by lower(name), id for no key update`.execute(tx)
  if (users.length > 0 && !force) throw inUse(users.map(({ name }) => name))
  await sql`
    with taken_out as (delete from connector_oauth where oauth_id = ${id} returning connector_id)
    update connector set version = version + 1 where id in (select connector_id from taken_out)`.execute(tx)
  await tx
    .deleteFrom('oauth')
    .where('id', '=', id)
    .execute()
    .catch(onForeignKeyViolation('connector_oauth_oauth_id_fkey', () => inUse([])))
}

/** `name`, or `name (2)` and so on when it is taken. */
export async function freeOAuthName(tx: Db, name: string): Promise<string> {
  const { rows } = await sql<{ taken: string }>`
    select lower(name) as taken from oauth where starts_with(lower(name), lower(${name}))`.execute(tx)
  const taken = new Set(rows.map((row) => row.taken))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} (${number})`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}

const nameTaken = (name: string) => conflict(`There is already an OAuth entry named ${name}`)

function inUse(names: readonly string[]): Problem {
  const which =
    names.length === 0
      ? 'A connector'
      : `${names.length === 1 ? 'The connector' : 'Connectors'} ${names.join(', ')}`
  const detail = `${which} may use this OAuth entry; take it out there, or delete it with ?force=true`
  return new Problem('conflict', detail, { violations: names.map((name) => `used by the connector ${name}`) })
}
