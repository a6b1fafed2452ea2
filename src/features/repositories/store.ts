import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { instant } from '../../db/instant.ts'
import type { Location, ProviderKind } from '../../git/providers/provider.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId, type ProjectId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { Grant } from '../projects/access.ts'

export interface RepositoryRow extends Location {
  readonly projectId: ProjectId
  readonly tokenEncrypted: Buffer | undefined
  readonly tokenExpiresAt: Date | undefined
  readonly tokenFault: string | undefined
  readonly migrating: boolean
  readonly createdAt: Date
  readonly createdBy: string
}

export interface SealedToken {
  readonly encrypted: Buffer
  readonly expiresAt: Date | undefined
}

/** The repository of a project, and whether a migration holds it. */
export async function findRepository(db: Db, projectId: string): Promise<RepositoryRow | undefined> {
  const { rows } = await sql<{
    provider: ProviderKind
    name: string
    parameters: Record<string, string>
    token: Buffer | null
    expires: Date | null
    fault: string | null
    created: Date
    by: string
    migrating: boolean
  }>`
    select r.provider, r.repository_name as name, r.provider_parameters as parameters,
           r.access_token_encrypted as token, r.token_expires_at as expires, r.token_fault as fault,
           r.created_at as created, r.created_by as by, ${migrating} as migrating
      from repository r where r.project_id = ${projectId}`.execute(db)
  const row = rows[0]
  return (
    row && {
      projectId: projectId as ProjectId,
      provider: row.provider,
      repositoryName: row.name,
      providerParameters: row.parameters,
      tokenEncrypted: row.token ?? undefined,
      tokenExpiresAt: row.expires ?? undefined,
      tokenFault: row.fault ?? undefined,
      migrating: row.migrating,
      createdAt: row.created,
      createdBy: row.by,
    }
  )
}

const migrating = sql<boolean>`exists (select from repository_migration m
  where m.project_id = r.project_id and m.status = 'IN_PROGRESS')`

export async function insertRepository(
  db: Db,
  grant: Grant<'repository:write' | 'repository:push'>,
  location: Location,
  token: SealedToken | undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('repository')
      .values({
        project_id: grant.projectId,
        provider: location.provider,
        repository_name: location.repositoryName,
        provider_parameters: JSON.stringify(location.providerParameters),
        access_token_encrypted: token?.encrypted ?? null,
        token_expires_at: token?.expiresAt ?? null,
        created_by: grant.caller.name,
      })
      .execute()
      .catch(onUniqueViolation('repository_pkey', alreadyAssociated))
    await noteEvent(tx, grant.projectId, grant.caller.name, 'ASSOCIATED', describe(location))
  })
}

export const alreadyAssociated = () =>
  conflict(
    'The project already has a repository; move it with a repository migration, or remove the association first',
  )

const describe = ({ provider, repositoryName }: Location) => `${provider} ${repositoryName}`

/**
 * Removes the association and its automatic publications. `migrating` and `absent` say why not.
 * The lock on the row makes a migration that starts at the same moment either see it gone or be seen.
 */
export async function deleteRepository(
  db: Db,
  grant: Grant<'repository:write'>,
): Promise<'deleted' | 'migrating' | 'absent'> {
  return db.transaction().execute(async (tx) => {
    const found = await lockRepository(tx, grant.projectId)
    if (found === undefined) return 'absent'
    if (found.migrating) return 'migrating'
    await tx.deleteFrom('repository').where('project_id', '=', grant.projectId).execute()
    await noteEvent(tx, grant.projectId, grant.caller.name, 'REMOVED', describe(found))
    return 'deleted'
  })
}

/**
 * Takes the repository's row until the transaction ends; what it answers is read after the lock was got, in a
 * statement of its own, so that it is the newest.
 */
export async function lockRepository(tx: Db, projectId: string): Promise<RepositoryRow | undefined> {
  await sql`select from repository where project_id = ${projectId} for update`.execute(tx)
  return findRepository(tx, projectId)
}

const OPERATION_LEASE = sql`interval '60 seconds'`

/**
 * Begins a Git operation that changes a hosted repository, unless a migration holds it. A migration that
 * begins later waits for the operation to end, or for its lease when the process that runs it is gone.
 */
export async function beginOperation(
  db: Db,
  projectId: ProjectId,
  kind: string,
): Promise<{ readonly id: string; readonly repository: RepositoryRow } | 'migrating' | 'absent'> {
  return db.transaction().execute(async (tx) => {
    await sql`select from repository where project_id = ${projectId} for key share`.execute(tx)
    const found = await findRepository(tx, projectId)
    if (found === undefined) return 'absent'
    if (found.migrating) return 'migrating'
    const id = newId()
    await sql`insert into repository_operation (id, project_id, kind, lease_until)
              values (${id}, ${projectId}, ${kind}, now() + ${OPERATION_LEASE})`.execute(tx)
    return { id, repository: found }
  })
}

export async function renewOperation(db: Db, id: string): Promise<void> {
  await sql`update repository_operation set lease_until = now() + ${OPERATION_LEASE} where id = ${id}`.execute(
    db,
  )
}

export async function endOperation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('repository_operation').where('id', '=', id).execute()
}

/** Operations whose process was lost long ago. They block nothing, but their rows remain. */
export async function deleteLostOperations(db: Db): Promise<void> {
  await sql`delete from repository_operation where lease_until < now() - interval '1 day'`.execute(db)
}

/** How many Git operations that change the repository are still in flight in any process. */
export async function countOperations(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from repository_operation
     where project_id = ${projectId} and lease_until > now()`.execute(db)
  return rows[0]!.count
}

/** Stores the token of a repository, unless the project has another one by now; false then. */
export async function setToken(
  db: Db,
  { projectId, provider, repositoryName, providerParameters }: Location,
  madeBy: string,
  token: SealedToken,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('repository')
      .set({
        access_token_encrypted: token.encrypted,
        token_expires_at: token.expiresAt ?? null,
        token_fault: null,
        token_checked_at: null,
      })
      .where('project_id', '=', projectId)
      .where('provider', '=', provider)
      .where('repository_name', '=', repositoryName)
      .where('provider_parameters', '=', JSON.stringify(providerParameters))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await noteEvent(
      tx,
      projectId,
      madeBy,
      'TOKEN_ROTATED',
      'A new access token is stored; the previous one is no longer valid',
    )
    return true
  })
}

export async function noteEvent(
  db: Db,
  projectId: string,
  madeBy: string,
  action: string,
  detail: string,
): Promise<void> {
  await db
    .insertInto('repository_event')
    .values({ project_id: projectId, made_by: madeBy, action, detail })
    .execute()
}

interface EventRow {
  action: string
  madeBy: string
  madeAt: string
  detail: string
}

/** What was done with the repository, newest first. */
export async function listEvents(
  db: Db,
  { projectId }: Grant<'repository:read'>,
  page: PageRequest,
): Promise<Page<EventRow>> {
  const { rows } = await sql<{ total: number; results: EventRow[] }>`
    select (select count(*) from repository_event where project_id = ${projectId}) as total,
           (select coalesce(json_agg(row), '[]') from (
              select action, made_by as "madeBy", detail,
                     ${instant('made_at')} as "madeAt"
                from repository_event where project_id = ${projectId}
               order by id desc limit ${page.size} offset ${page.offset}) as row) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** Which of the projects exist, and where their repositories are; without a provider when they have none. */
export async function findLocations(
  db: Db,
  projectIds: readonly string[],
): Promise<(Location | { readonly projectId: string; readonly provider: undefined })[]> {
  const { rows } = await sql<{
    projectId: string
    provider: ProviderKind | null
    repositoryName: string
    providerParameters: Record<string, string>
  }>`
    select p.id as "projectId", r.provider, r.repository_name as "repositoryName",
           r.provider_parameters as "providerParameters"
      from project p left join repository r on r.project_id = p.id
     where p.id = any(${[...new Set(projectIds)]}::uuid[])`.execute(db)
  return rows.map(({ provider, ...row }) =>
    provider === null ? { projectId: row.projectId, provider: undefined } : { ...row, provider },
  )
}
