import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import type { PageRequest } from '../../http/page.ts'
import { isUuid } from '../../lib/ids.ts'
import { conflict, Problem } from '../../lib/problem.ts'
import type { ListGrant, OwnedGrant, OwnerGrant } from '../ownership/access.ts'
import { isGrantedTo, nearestFirst, seesOwned } from '../ownership/access-sql.ts'
import type { NewOAuth, TokenParameter } from './schema.ts'

/** An entry as it is kept. */
export interface OAuthRow {
  readonly id: string
  /** Null: the installation owns it. */
  readonly projectId: string | null
  readonly name: string
  readonly grantType: 'CLIENT_CREDENTIALS' | 'AUTHORIZATION_CODE'
  readonly clientId: string
  readonly clientSecretEncrypted: Buffer | null
  readonly accessTokenUrl: string
  readonly authorizeUrl: string | null
  readonly credentialsIn: 'BODY' | 'HEADER'
  readonly tokenParameters: TokenParameter[]
  readonly authParameters: { name: string; value: string }[]
  /** Null: the host of `accessTokenUrl`, as `hostsOf` says. */
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
  id, project_id as "projectId", name, grant_type as "grantType", client_id as "clientId", client_secret_encrypted as "clientSecretEncrypted",
  access_token_url as "accessTokenUrl", authorize_url as "authorizeUrl", credentials_in as "credentialsIn",
  token_parameters as "tokenParameters", auth_parameters as "authParameters", allowed_hosts as "allowedHosts",
  access_token_encrypted as "accessTokenEncrypted", refresh_token_encrypted as "refreshTokenEncrypted",
  token_expires_at as "tokenExpiresAt", token_obtained_at as "tokenObtainedAt", fault, version,
  created_at as "createdAt"`

/** The entries that the caller sees, oldest first (specification, OAuth rules 1). */
export async function listOAuths(db: Db, { caller, usableIn }: ListGrant<'oauth'>, page: PageRequest) {
  const shown =
    usableIn === undefined
      ? seesOwned('oauth', 'oauth.id', caller)
      : isGrantedTo('oauth', 'oauth.id', usableIn)
  const [{ rows }, counted] = await Promise.all([
    sql<OAuthRow>`select ${columns} from oauth where ${shown}
                   order by created_at, id limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from oauth where ${shown}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.total }
}

/** `lock` keeps others from changing it until the transaction ends. */
export async function readOAuth(
  db: Db,
  id: string,
  how: 'read' | 'lock' = 'read',
): Promise<OAuthRow | undefined> {
  const lock = how === 'lock' ? sql`for update` : sql``
  const { rows } = await sql<OAuthRow>`select ${columns} from oauth where id = ${id} ${lock}`.execute(db)
  return rows[0]
}

/** Leases an entry and answers it; undefined when it does not exist, or somebody has it on lease. */
export async function leaseOAuth(
  db: Db,
  id: string,
  leaseId: string,
  seconds: number,
): Promise<OAuthRow | undefined> {
  const { rows } = await sql<OAuthRow>`
    update oauth set lease_id = ${leaseId}, lease_until = now() + make_interval(secs => ${seconds})
     where id = ${id} and (lease_until is null or lease_until < now())
    returning ${columns}`.execute(db)
  return rows[0]
}

/** What a project may use, by the id or else the name that a pipeline says. */
export async function findUsableOAuth(
  db: Db,
  projectId: string,
  idOrName: string,
): Promise<OAuthRow | undefined> {
  const condition = isUuid(idOrName) ? sql`id = ${idOrName}` : sql`lower(name) = lower(${idOrName})`
  const { rows } = await sql<OAuthRow>`
    select ${columns} from oauth
     where ${condition} and ${isGrantedTo('oauth', 'oauth.id', projectId)}
     order by ${nearestFirst(projectId)} limit 1`.execute(db)
  return rows[0]
}

/** Those of these entries that a caller sees. */
export async function readSeenOAuths(
  db: Db,
  { caller }: ListGrant<'oauth'>,
  ids: readonly string[],
): Promise<OAuthRow[]> {
  return readThose(db, ids, seesOwned('oauth', 'oauth.id', caller))
}

/**
 * Those of these entries that the owner of a connector may use; null is the installation, which may use all.
 */
export async function readUsableOAuths(
  db: Db,
  ids: readonly string[],
  owner: string | null,
): Promise<OAuthRow[]> {
  return readThose(db, ids, owner === null ? sql`true` : isGrantedTo('oauth', 'oauth.id', owner))
}

async function readThose(
  db: Db,
  ids: readonly string[],
  condition: RawBuilder<boolean>,
): Promise<OAuthRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<OAuthRow>`
    select ${columns} from oauth where id = any(${ids}::uuid[]) and ${condition}
     order by created_at, id`.execute(db)
  return rows
}

/** Those of these ids that no entry has. */
export async function freeOAuthIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${ids}::uuid[]) as w (id)
     where not exists (select from oauth o where o.id = w.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Adds an entry without a token. */
export async function insertOAuth(
  tx: Db,
  { caller, owner }: OwnerGrant<'oauth'>,
  id: string,
  wanted: NewOAuth,
  clientSecretEncrypted: Buffer | null,
): Promise<void> {
  await tx
    .insertInto('oauth')
    .values({
      ...valuesOf(wanted),
      id,
      project_id: owner,
      client_secret_encrypted: clientSecretEncrypted,
      created_by: caller.name,
    })
    .execute()
    .catch(onUniqueViolation('oauth_name', () => nameTaken(wanted.name)))
}

/**
 * Changes an entry; an absent secret stays, and so do absent hosts: a client that does not know them lifts no
 * limit. `forget`: its token belonged to what it was before.
 */
export async function updateOAuth(
  tx: Db,
  { id }: OwnedGrant<'oauth', 'write'>,
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

/** The lease ends with the token: what somebody is fetching for the entry is not for what it is now. */
export const noToken = {
  access_token_encrypted: null,
  refresh_token_encrypted: null,
  token_expires_at: null,
  token_obtained_at: null,
  lease_id: null,
  lease_until: null,
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
 * Deletes an entry. While connectors use it that is a `conflict` that lists those the caller sees; with
 * `force` it is taken out of them.
 */
export async function deleteOAuth(
  tx: Db,
  { id, caller }: OwnedGrant<'oauth', 'write'>,
  force: boolean,
): Promise<void> {
  const { rows: users } = await sql<{ name: string; seen: boolean }>`
    select name, ${seesOwned('connector', 'c.id', caller)} as seen from connector c
     where exists (select from connector_oauth where connector_id = c.id and oauth_id = ${id})
     order by lower(name), id for no key update`.execute(tx)
  if (users.length > 0 && !force) throw inUse(users)
  await tx.deleteFrom('oauth').where('id', '=', id).execute()
}

const nameTaken = (name: string) => conflict(`There is already an OAuth entry named ${name}`)

function inUse(users: readonly { readonly name: string; readonly seen: boolean }[]): Problem {
  const names = users.filter(({ seen }) => seen).map(({ name }) => `the connector ${name}`)
  const others = users.length - names.length
  const some =
    others === 0
      ? []
      : [others === 1 ? 'a connector of another project' : `${others} connectors of other projects`]
  const which = [...names, ...some]
  const detail = `${which.join(', ')} may use this OAuth entry; remove it there, or delete it with ?force=true`
  return new Problem('conflict', `${detail[0]!.toUpperCase()}${detail.slice(1)}`, {
    violations: which.map((one) => `used by ${one}`),
  })
}
