import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { SharedParameter } from '../../pipeline/shared/parameters.ts'
import type { SharedReference } from '../../pipeline/shared/reference.ts'

/** Who wants to run shared pipelines: a project, or null for what the installation itself shares. */
export type User = string | null

/** What a reference and a version mean now. */
export interface Candidate {
  readonly granted: boolean
  /** Null: the set has no such version. */
  readonly versionId: string | null
  readonly versionName: string | null
  readonly enabled: boolean | null
  /** Null: the version does not share a pipeline of this id. */
  readonly pipelineName: string | null
  readonly parameters: readonly SharedParameter[] | null
}

const isGranted = (user: User) =>
  user === null
    ? sql`(s.project_id is null or s.shared_with_all)`
    : sql`exists (select from shared_set_grant g where g.shared_set_id = s.id and g.project_id = ${user}::uuid)`

/** What each of these means, in their order; undefined where there is no such set. */
export async function findCandidates(
  db: Db,
  user: User,
  wanted: readonly (SharedReference & { readonly version: string | undefined })[],
): Promise<(Candidate | undefined)[]> {
  const { rows } = await sql<Candidate & { at: number }>`
    select w.at, ${isGranted(user)} as granted, v.id as "versionId", v.version_name as "versionName", v.enabled,
           p.pipeline_name as "pipelineName", p.parameters
      from unnest(${wanted.map(({ prefix }) => prefix)}::text[], ${wanted.map(({ id }) => id)}::text[],
                  ${wanted.map(({ version }) => version ?? null)}::text[]) with ordinality as w (prefix, id, version, at)
      join shared_set s on lower(s.prefix) = lower(w.prefix)
      left join lateral (
        select * from shared_version one
         where one.shared_set_id = s.id
           and (w.version is null and one.enabled or one.version_name = w.version)
         order by one.published_at desc, one.id desc limit 1) v on true
      left join shared_pipeline p on p.shared_version_id = v.id and p.shared_pipeline_id = w.id`.execute(db)
  const found = new Map(rows.map((row) => [Number(row.at), row]))
  return wanted.map((_, at) => found.get(at + 1))
}
