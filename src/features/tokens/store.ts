import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AccountRole, AnyCaller } from '../../http/caller.ts'
import type { ClientId, RunnerId } from '../../lib/ids.ts'

export interface SigningKeyRow {
  readonly kid: string
  readonly publicJwk: Record<string, unknown>
  readonly privateJwkEncrypted: Buffer
  readonly createdAt: Date
}

/** Keys that sign or still verify, newest first. */
export async function readSigningKeys(db: Db, now: Date): Promise<SigningKeyRow[]> {
  const rows = await db
    .selectFrom('signing_key')
    .selectAll()
    .where((eb) => eb.or([eb('retires_at', 'is', null), eb('retires_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk as Record<string, unknown>,
    privateJwkEncrypted: row.private_jwk_encrypted,
    createdAt: row.created_at,
  }))
}

/** Adds the key that signs from now on; the others verify until `othersRetireAt`. Two at once do no harm. */
export async function addSigningKey(
  db: Db,
  key: { kid: string; algorithm: string; publicJwk: object; privateJwkEncrypted: Buffer; createdAt: Date },
  othersRetireAt: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('signing_key')
      .set({ retires_at: othersRetireAt })
      .where('retires_at', 'is', null)
      .execute()
    await tx
      .insertInto('signing_key')
      .values({
        kid: key.kid,
        algorithm: key.algorithm,
        public_jwk: JSON.stringify(key.publicJwk),
        private_jwk_encrypted: key.privateJwkEncrypted,
        created_at: key.createdAt,
      })
      .execute()
  })
}

export async function deleteRetiredKeys(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('signing_key').where('retires_at', '<', now).execute()
}

/** What a client's secret is compared with. */
export type ClientSecret =
  | { readonly kind: 'HASH'; readonly hash: string }
  | { readonly kind: 'ENCRYPTED'; readonly runnerId: string; readonly secrets: readonly Buffer[] }

/**
 * The secret of a client that may get tokens now, or undefined. A refreshed runner secret has two for a
 * while.
 */
export async function findClientSecret(
  db: Db,
  clientId: string,
  now: Date,
): Promise<ClientSecret | undefined> {
  const { rows } = await sql<{
    runner: string | null
    hash: string | null
    current: Buffer | null
    previous: Buffer | null
  }>`
    select null::uuid as runner, secret_hash as hash, null::bytea as current, null::bytea as previous
      from api_credential
     where client_id = ${clientId} and (expires_at is null or expires_at > ${now})
    union all
    select runner_id, null, secret_encrypted,
           case when previous_valid_until > ${now} then previous_secret_encrypted end
      from runner_credential
     where client_id = ${clientId}`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  if (row.hash !== null) return { kind: 'HASH', hash: row.hash }
  const secrets = [row.current, row.previous].filter((secret) => secret !== null)
  return { kind: 'ENCRYPTED', runnerId: row.runner!, secrets }
}

/** The principal of a client id; undefined when its credential is deleted or has expired. */
export async function findCaller(db: Db, clientId: string, now: Date): Promise<AnyCaller | undefined> {
  const { rows } = await sql<{
    principal: string | null
    name: string
    role: AccountRole | null
    runner: string | null
  }>`
    select p.id as principal, c.name, p.account_role as role, null::uuid as runner
      from api_credential c join principal p on p.id = c.principal_id
     where c.client_id = ${clientId} and (c.expires_at is null or c.expires_at > ${now})
    union all
    select null, '', null, runner_id from runner_credential where client_id = ${clientId}`.execute(db)
  const row = rows[0]
  if (row === undefined) return undefined
  const id = clientId as ClientId
  if (row.runner !== null) return { kind: 'RUNNER', runnerId: row.runner as RunnerId, clientId: id }
  const { principal, name, role } = row
  return { kind: 'CREDENTIAL', principalId: principal!, clientId: id, name, accountRole: role! }
}

/** Notes that a credential was used, at most once a minute. */
export async function noteUse(db: Db, clientId: string, now: Date): Promise<void> {
  const minuteAgo = new Date(now.getTime() - 60_000)
  await db
    .updateTable('api_credential')
    .set({ last_used_at: now })
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', minuteAgo)]))
    .execute()
}
