import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { instant } from '../../db/instant.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { visibleEnvironment } from '../permissions/access-sql.ts'
import type { Grant } from '../projects/access.ts'
import type { VariableChange } from './schema.ts'

/**
 * Changes of overrides are seen where the environment is; of an environment that is gone, by administrators,
 * also when there is another one of its name since.
 */
const seen = (grant: Grant) =>
  grant.role === 'ADMIN'
    ? sql`true`
    : sql`(c.environment_name is null
           or exists (select from environment e where e.project_id = c.project_id and e.name = c.environment_name
                                                  and e.created_at <= c.changed_at
                                                  and ${visibleEnvironment(grant)}))`

const changeJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'changeId', c.id, 'variableName', c.variable_name, 'environmentName', c.environment_name, 'action', c.action,
  'changedBy', c.changed_by, 'before', c.before, 'after', c.after,
  'changedAt', ${instant('c.changed_at')}))`

/** Changes of the variable of this name and of its overrides, the newest first. */
export async function listChanges(
  db: Db,
  grant: Grant<'variables:read'>,
  name: string,
  page: PageRequest,
): Promise<Page<VariableChange>> {
  const mine = sql`c.project_id = ${grant.projectId} and c.variable_name = ${name} and ${seen(grant)}`
  const { rows } = await sql<{ total: number; results: VariableChange[] }>`
    select (select count(*) from variable_change c where ${mine}) as total,
           (select coalesce(jsonb_agg(${changeJson} order by c.id desc), '[]')
              from variable_change c
             where c.id = any(array(select c.id from variable_change c where ${mine}
                                     order by c.id desc limit ${page.size} offset ${page.offset}))) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

export async function findChange(
  db: Db,
  grant: Grant,
  name: string,
  id: number,
): Promise<VariableChange | undefined> {
  const { rows } = await sql<{ change: VariableChange }>`
    select ${changeJson} as change from variable_change c
     where c.id = ${id} and c.project_id = ${grant.projectId} and c.variable_name = ${name} and ${seen(grant)}`.execute(
    db,
  )
  return rows[0]?.change
}
