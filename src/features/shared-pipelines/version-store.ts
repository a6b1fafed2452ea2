import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import type { Caller } from '../../http/caller.ts'
import { newId, type ProjectId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { SharedPipeline } from '../../pipeline/shared/declare.ts'
import { type ArtifactFile, insertBundle } from '../artifacts/service.ts'
import type { OwnedGrant, OwnerGrant } from '../ownership/access.ts'
import type { FixedUse } from './fixing.ts'

/** The id of a set, without a check of permissions; undefined when there is none. */
export async function findSetId(db: Db, prefix: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from shared_set where lower(prefix) = lower(${prefix})`.execute(db)
  return rows[0]?.id
}

/**
 * Adds a set, and answers its id; the id of the one that somebody else added meanwhile, whose owner then
 * decides. What the installation owns is there for every project.
 */
export async function ensureSet(
  db: Db,
  { owner, caller }: OwnerGrant<'shared_set'>,
  prefix: string,
): Promise<string> {
  await sql`
    insert into shared_set (id, prefix, project_id, shared_with_all, created_by)
    values (${newId()}, ${prefix.trim()}, ${owner}, ${owner === null}, ${caller.name})
    on conflict (lower(prefix)) do nothing`.execute(db)
  return (await findSetId(db, prefix.trim()))!
}

export interface NewVersion {
  readonly versionName: string
  readonly commitHash: string | undefined
  readonly branch: string | undefined
  readonly files: readonly ArtifactFile[]
  readonly pipelines: readonly SharedPipeline[]
  readonly uses: readonly FixedUse[]
}

/** Adds a version. A name that the set has is a `conflict`: versions never change. */
export async function insertVersion(
  db: Db,
  { id: setId, owner, caller }: OwnedGrant<'shared_set', 'write'>,
  { versionName, commitHash, branch, files, pipelines, uses }: NewVersion,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bundleId = await insertBundle(tx, files)
    const id = newId()
    await sql`
      insert into shared_version (id, shared_set_id, version_name, bundle_id, commit_hash, branch, provider, published_by)
      values (${id}, ${setId}, ${versionName}, ${bundleId}, ${commitHash ?? null}, ${branch ?? null},
              (select provider from repository where project_id = ${owner}::uuid), ${caller.name})`
      .execute(tx)
      .catch(onUniqueViolation('shared_version_name', () => nameTaken(versionName)))
    await insertPipelines(tx, id, pipelines)
    await insertUses(tx, bundleId, uses)
  })
}

const nameTaken = (versionName: string) =>
  conflict(`The set already has a version ${versionName}; versions never change, so choose another name`)

async function insertPipelines(tx: Db, id: string, pipelines: readonly SharedPipeline[]): Promise<void> {
  const column = (of: (one: SharedPipeline) => string | null) => pipelines.map(of)
  await sql`
    insert into shared_pipeline (shared_version_id, shared_pipeline_id, pipeline_name, path, pipeline_type, display_name,
           description, parameters)
    select ${id}::uuid, f.* from unnest(
      ${column((one) => one.id)}::text[], ${column((one) => one.pipelineName)}::text[],
      ${column((one) => one.path)}::text[], ${column((one) => one.pipelineType)}::text[],
      ${column((one) => one.displayName ?? null)}::text[], ${column((one) => one.description)}::text[],
      ${column((one) => JSON.stringify(one.parameters))}::jsonb[]) as f`.execute(tx)
}

/** Records which shared versions the files of a bundle run. */
export async function insertUses(tx: Db, bundleId: string, uses: readonly FixedUse[]): Promise<void> {
  if (uses.length === 0) return
  await sql`
    insert into shared_use (bundle_id, reference, stated_version, shared_version_id, pipelines)
    select ${bundleId}::uuid, u.reference, u.stated, u.version,
           array(select jsonb_array_elements_text(u.pipelines))
      from unnest(
        ${uses.map(({ reference }) => reference)}::text[], ${uses.map(({ statedVersion }) => statedVersion)}::text[],
        ${uses.map(({ versionId }) => versionId)}::uuid[],
        ${uses.map(({ pipelines }) => JSON.stringify(pipelines))}::jsonb[]) as u (reference, stated, version, pipelines)`.execute(
    tx,
  )
}

/** Remembers that a project runs the sets of these uses, whatever is shared with it later. */
export async function recordUser(tx: Db, projectId: string, uses: readonly FixedUse[]): Promise<void> {
  if (uses.length === 0) return
  await sql`
    insert into shared_set_user (shared_set_id, project_id)
    select distinct shared_set_id, ${projectId}::uuid from shared_version
     where id = any(${uses.map(({ versionId }) => versionId)}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** The project with this name that the caller may see, if it is the only one. */
export async function findProjectNamed(db: Db, caller: Caller, name: string): Promise<ProjectId | undefined> {
  const { rows } = await sql<{ id: ProjectId }>`
    select p.id from project p
     where lower(p.name) = lower(${name})
       and (${caller.accountRole === 'SUPER_ADMIN'}::boolean or exists (
         select from project_role r where r.project_id = p.id
            and r.principal_id = any((select acting_as(${caller.principalId}::uuid))::uuid[])))
     limit 2`.execute(db)
  return rows.length === 1 ? rows[0]!.id : undefined
}
