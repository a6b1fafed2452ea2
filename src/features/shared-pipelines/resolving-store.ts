import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** A pipeline that an execution runs of another version. */
export interface ResolvedUse {
  readonly versionId: string
  readonly versionName: string
  /** Null: the version does not share a pipeline of this id. */
  readonly pipelineName: string | null
  readonly required: string[]
}

/** What a component of an execution asks for. `stated` is a version or [Latest]. */
export interface AskedUse {
  readonly root: string
  readonly caller: string
  readonly reference: string
  readonly id: string
  readonly stated: string
}

const resolved = (id: string) => sql`
  v.id as "versionId", v.version_name as "versionName", p.pipeline_name as "pipelineName",
  coalesce((select jsonb_agg(one ->> 'name') from jsonb_array_elements(p.parameters) one
             where (one ->> 'required')::boolean), '[]') as required
  from shared_version v left join shared_pipeline p on p.shared_version_id = v.id and p.shared_pipeline_id = ${id}`

/** What this execution was told before; undefined when it asks for the first time. */
export async function findDecided(db: Db, { root, caller, reference, id, stated }: AskedUse) {
  const { rows } = await sql<ResolvedUse>`
    select ${resolved(id)}
     where v.id = (select shared_version_id from execution_shared_use
                    where root_id = ${root} and caller = ${caller} and reference = ${reference}
                      and stated_version = ${stated})`.execute(db)
  return rows[0]
}

/** Who asks: the project whose grants count, and what was decided for it before this execution. */
export interface AskingVersion {
  /** Null: the installation. */
  readonly user: string | null
  /** Decided when the asking version was published. */
  readonly fixed: string | null
  /** Decided for the execution that this one repeats, directly or by other reruns, unless it was deleted. */
  readonly earlier: string | null
}

/**
 * The version whose component asks: the one that the execution runs, or a shared one that it was told to run.
 * Undefined for any other. What a shared pipeline runs is granted to its owner, not to the caller.
 */
export async function findAsking(
  db: Db,
  { root, caller, reference, stated }: AskedUse,
): Promise<AskingVersion | undefined> {
  const fixed = sql`(select u.shared_version_id from shared_use u
    where u.bundle_id = b.id and u.reference = ${reference} and u.stated_version = ${stated})`
  // A rerun that ended before it asked decided nothing: then the one that it repeats itself counts.
  const earlier = sql`(
    with recursive before as (
      select x.rerun_of as id, 1 as back
      union all
      select e.rerun_of, b.back + 1 from before b join execution e on e.id = b.id)
    select u.shared_version_id from before b join execution_shared_use u on u.root_id = b.id
     where u.caller = ${caller} and u.reference = ${reference} and u.stated_version = ${stated}
     order by b.back limit 1)`
  const { rows } = await sql<AskingVersion>`
    select x.project_id as user, ${fixed} as fixed, ${earlier} as earlier
      from execution x cross join lateral (
        select (select bundle_id from artifact where id = x.artifact_id) as id) b
     where x.id = ${root} and x.artifact_id = ${caller}
    union all
    select s.project_id, ${fixed}, ${earlier}
      from execution x join shared_version v on v.id = ${caller} join shared_set s on s.id = v.shared_set_id
     cross join lateral (select v.bundle_id as id) b
     where x.id = ${root} and exists (select from execution_shared_use u
                                       where u.root_id = ${root} and u.shared_version_id = ${caller})
     limit 1`.execute(db)
  return rows[0]
}

/** Whether a project may use the set of a version. */
export async function mayUse(db: Db, user: string | null, versionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shared_version v join shared_set s on s.id = v.shared_set_id
     where v.id = ${versionId}
       and (${user}::uuid is null or exists (
         select from shared_set_grant g where g.shared_set_id = s.id and g.project_id = ${user}::uuid))`.execute(
    db,
  )
  return rows.length > 0
}

/** Decides which version an execution runs. The first decision counts. */
export async function decide(
  db: Db,
  { root, caller, reference, stated }: AskedUse,
  versionId: string,
): Promise<void> {
  await sql`
    insert into execution_shared_use (root_id, caller, reference, stated_version, shared_version_id)
    values (${root}, ${caller}, ${reference}, ${stated}, ${versionId})
    on conflict do nothing`.execute(db)
}
