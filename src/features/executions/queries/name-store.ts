import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { hasPart, type ListFilter, type WalkedFilter } from './filter-sql.ts'
import type { Scope } from './scope-store.ts'

/**
 * Planning a statement takes time for each walk. With more names than this, executions of one are met soon
 * anyway.
 */
const MAX_WALKS = 16

/**
 * A filter as walks whose results together are its own: one for each name of a pipeline that has the part,
 * and for each state. Without a scope, names of all projects count. Empty when no name has the part.
 */
export async function walkedFilters(
  db: Db,
  { pipelineName: part, status: states = [], ...filter }: ListFilter,
  scopes: readonly Scope[] | undefined,
): Promise<WalkedFilter[]> {
  const names = part === undefined ? undefined : await namesWith(db, part, filter.projectId, scopes)
  const byName: WalkedFilter[] =
    names === undefined
      ? [filter]
      : names.length > MAX_WALKS
        ? [{ ...filter, part: part! }]
        : names.map((pipelineName) => ({ ...filter, pipelineName }))
  if (states.length === 0) return byName
  if (states.length > 1 && byName.length * states.length > MAX_WALKS)
    return byName.map((one) => ({ ...one, states }))
  return byName.flatMap((one) => states.map((status) => ({ ...one, status })))
}

/**
 * The names of pipelines that have run with this part, a few more than `MAX_WALKS` at most: from name to name
 * along an index.
 */
async function namesWith(
  db: Db,
  part: string,
  projectId: string | undefined,
  scopes: readonly Scope[] | undefined,
): Promise<string[]> {
  const projects =
    scopes === undefined
      ? sql`(select id from project where ${projectId === undefined ? sql`true` : sql`id = ${projectId}`})`
      : sql`unnest(${scopes.map(({ id }) => id)}::uuid[])`
  const next = (after: RawBuilder<unknown>) => sql`
    select pipeline_name from execution
     where project_id = p.id and parent_id is null and ${after} order by pipeline_name limit 1`
  const { rows } = await sql<{ name: string }>`
    select distinct n.pipeline_name as name from ${projects} as p (id) cross join lateral (
      with recursive names as (
        (${next(sql`true`)})
        union all
        select (${next(sql`execution.pipeline_name > names.pipeline_name`)}) from names
         where names.pipeline_name is not null)
      select pipeline_name from names where ${hasPart(sql`pipeline_name`, part)}) n
     limit ${MAX_WALKS + 1}`.execute(db)
  return rows.map(({ name }) => name)
}
