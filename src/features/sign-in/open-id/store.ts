import type { JWK } from 'jose'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onUniqueViolation } from '../../../db/errors.ts'
import { conflict } from '../../../lib/problem.ts'
import type { UserNameClaim } from './claims.ts'
import type { AuthMethod } from './client-authentication.ts'

export interface ProviderRow {
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecretEncrypted: Buffer | null
  readonly tokenEndpointAuthMethod: AuthMethod
  readonly clientKeyEncrypted: Buffer | null
  readonly clientKeyPublic: JWK | null
  readonly scopes: string
  readonly userNameClaim: UserNameClaim
  readonly justInTimeDomains: readonly string[]
  readonly signOutAtProvider: boolean
}

export async function insertProvider(db: Db, row: ProviderRow): Promise<void> {
  await db
    .insertInto('identity_provider')
    .values({ id: row.id, ...valuesOf(row) })
    .execute()
    .catch(onUniqueViolation('identity_provider_name', () => nameTaken(row)))
}

/** Nobody else changes the provider before the transaction ends. */
export async function lockProvider(tx: Db, id: string): Promise<void> {
  await sql`select from identity_provider where id = ${id} for no key update`.execute(tx)
}

/** Stores a changed provider. Sessions that began at it name it as it is called now. */
export async function updateProvider(tx: Db, row: ProviderRow, oldName: string): Promise<void> {
  await tx
    .updateTable('identity_provider')
    .set(valuesOf(row))
    .where('id', '=', row.id)
    .execute()
    .catch(onUniqueViolation('identity_provider_name', () => nameTaken(row)))
  if (row.name !== oldName)
    await tx.updateTable('web_session').set({ method: row.name }).where('method', '=', oldName).execute()
}

const valuesOf = (row: ProviderRow) => ({
  name: row.name,
  issuer: row.issuer,
  client_id: row.clientId,
  client_secret_encrypted: row.clientSecretEncrypted,
  token_endpoint_auth_method: row.tokenEndpointAuthMethod,
  client_key_encrypted: row.clientKeyEncrypted,
  client_key_public: row.clientKeyPublic === null ? null : JSON.stringify(row.clientKeyPublic),
  scopes: row.scopes,
  user_name_claim: row.userNameClaim,
  just_in_time_domains: [...row.justInTimeDomains],
  sign_out_at_provider: row.signOutAtProvider,
})

const nameTaken = ({ name }: ProviderRow) => conflict(`There is already an identity provider ${name}`)

/** All providers, oldest first. */
export async function listProviders(db: Db): Promise<ProviderRow[]> {
  const rows = await db.selectFrom('identity_provider').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecretEncrypted: row.client_secret_encrypted,
    tokenEndpointAuthMethod: row.token_endpoint_auth_method as AuthMethod,
    clientKeyEncrypted: row.client_key_encrypted,
    clientKeyPublic: row.client_key_public as JWK | null,
    scopes: row.scopes,
    userNameClaim: row.user_name_claim as UserNameClaim,
    justInTimeDomains: row.just_in_time_domains,
    signOutAtProvider: row.sign_out_at_provider,
  }))
}

/**
 * Deletes a provider and its links to users; sessions that began there end. In this order, in which sign-ins
 * and the unlinking of users lock them too.
 */
export async function deleteProvider(db: Db, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from identity_provider where id = ${id} for update`.execute(tx)
    if (rows[0] === undefined) return false
    await tx.deleteFrom('person_identity').where('provider_id', '=', id).execute()
    await tx.deleteFrom('web_session').where('method', '=', rows[0].name).execute()
    await tx.deleteFrom('identity_provider').where('id', '=', id).execute()
    return true
  })
}

export interface PendingSignIn {
  readonly providerId: string
  readonly codeVerifier: string
  readonly nonce: string
  readonly returnTo: string
}

export async function insertPending(
  db: Db,
  pending: PendingSignIn & {
    readonly stateHash: Buffer
    readonly browserHash: Buffer
    readonly expiresAt: Date
  },
): Promise<void> {
  await db
    .insertInto('pending_sign_in')
    .values({
      state_hash: pending.stateHash,
      browser_hash: pending.browserHash,
      provider_id: pending.providerId,
      code_verifier: pending.codeVerifier,
      nonce: pending.nonce,
      return_to: pending.returnTo,
      expires_at: pending.expiresAt,
    })
    .execute()
}

/** Takes the sign-in that an answer belongs to: once, and only for the browser that began it. */
export async function takePending(
  db: Db,
  stateHash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<PendingSignIn | undefined> {
  const row = await db
    .deleteFrom('pending_sign_in')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['provider_id', 'code_verifier', 'nonce', 'return_to'])
    .executeTakeFirst()
  return (
    row && {
      providerId: row.provider_id,
      codeVerifier: row.code_verifier,
      nonce: row.nonce,
      returnTo: row.return_to,
    }
  )
}
