import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Location } from '../../../git/providers/provider.ts'
import type { ProjectId } from '../../../lib/ids.ts'
import { noteEvent, type SealedToken } from '../store.ts'

/** Also after success: a provider that gives tokens of a few days only must not be asked without end. */
const RETRY_AFTER = sql`interval '1 hour'`

/** A token to rotate, and where, as they were when it was claimed. */
export interface TokenClaim extends Location {
  readonly projectId: ProjectId
  readonly tokenEncrypted: Buffer
  /** Tells this claim from later ones; a token that is stored later has none. */
  readonly claimedAt: string
}

/**
 * Claims the token of one repository that expires before `horizon`, so that no other process rotates it
 * meanwhile: two rotations of one token would make the provider revoke both. A repository that is migrating
 * is left alone.
 */
export async function claimExpiringToken(db: Db, horizon: Date): Promise<TokenClaim | undefined> {
  const { rows } = await sql<TokenClaim>`
    update repository set token_checked_at = clock_timestamp()
     where project_id = (
       select r.project_id from repository r
        where r.token_expires_at < ${horizon} and r.access_token_encrypted is not null
          and (r.token_checked_at is null or r.token_checked_at < now() - ${RETRY_AFTER})
          and not exists (select from repository_migration m
                           where m.project_id = r.project_id and m.status = 'IN_PROGRESS')
        order by r.token_expires_at limit 1 for update of r skip locked)
    returning project_id as "projectId", provider, repository_name as "repositoryName",
              provider_parameters as "providerParameters", access_token_encrypted as "tokenEncrypted",
              token_checked_at::text as "claimedAt"`.execute(db)
  return rows[0]
}

/**
 * Stores what the provider answered, unless the repository has got another token or location since the claim.
 */
export async function saveRotation(
  db: Db,
  { projectId, claimedAt }: TokenClaim,
  result: SealedToken | { readonly fault: string },
): Promise<void> {
  const claimed = sql`project_id = ${projectId} and token_checked_at = ${claimedAt}::timestamptz`
  if ('fault' in result) {
    await sql`update repository set token_fault = ${result.fault} where ${claimed}`.execute(db)
    return
  }
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update repository set access_token_encrypted = ${result.encrypted},
             token_expires_at = ${result.expiresAt ?? null}, token_fault = null
       where ${claimed}`.execute(tx)
    if (numAffectedRows === 0n) return
    await noteEvent(
      tx,
      projectId,
      'headrace',
      'TOKEN_ROTATED',
      'The access token was rotated before it expired',
    )
  })
}
