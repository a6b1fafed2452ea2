import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The branch where the pipelines of a project are looked for first, and its newest commit. */
export interface Head {
  readonly branch: string
  readonly commitHash: string
}

/** A row of the index. */
export interface IndexedPipeline {
  readonly path: string
  /** The path without its ending. */
  readonly name: string
}

/** Whether the index holds what this commit of this branch has; without a head, that there is nothing. */
export async function isIndexed(db: Db, projectId: string, head: Head | undefined): Promise<boolean> {
  const { rows } = await sql`
    select from pipeline_index
     where project_id = ${projectId} and branch is not distinct from ${head?.branch ?? null}
       and commit_hash is not distinct from ${head?.commitHash ?? null}`.execute(db)
  return rows.length > 0
}

/** Replaces what the index of a project holds. False when the project has no repository. */
export async function replaceIndex(
  db: Db,
  projectId: string,
  head: Head | undefined,
  pipelines: readonly IndexedPipeline[],
): Promise<boolean> {
  const paths = pipelines.map(({ path }) => path)
  const names = pipelines.map(({ name }) => name)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into pipeline_index (project_id, branch, commit_hash)
      select project_id, ${head?.branch ?? null}, ${head?.commitHash ?? null}
        from repository where project_id = ${projectId}
      on conflict (project_id) do update
        set branch = excluded.branch, commit_hash = excluded.commit_hash, checked_at = now()
      returning project_id`.execute(tx)
    if (rows.length === 0) return false
    await sql`
      delete from indexed_pipeline
       where project_id = ${projectId} and path <> all(${paths}::text[])`.execute(tx)
    await sql`
      insert into indexed_pipeline (project_id, path, name)
      select ${projectId}, * from unnest(${paths}::text[], ${names}::text[])
      on conflict do nothing`.execute(tx)
    return true
  })
}

/**
 * Projects with a hosted repository whose index was not checked for so long, or never. The process that takes
 * them checks them, others skip them meanwhile.
 */
export async function takeDueProjects(db: Db, afterSeconds: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into pipeline_index (project_id)
    select r.project_id from repository r left join pipeline_index i on i.project_id = r.project_id
     where r.provider = 'hosted'
       and (i.project_id is null or i.checked_at < now() - make_interval(secs => ${afterSeconds}))
     order by i.checked_at nulls first limit ${limit} for no key update of r skip locked
    on conflict (project_id) do update set checked_at = now()
    returning project_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
