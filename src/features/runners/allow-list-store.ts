import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isUuid, type RunnerId } from '../../lib/ids.ts'
import { badRequest } from '../../lib/problem.ts'
import type { AllowList } from './schema.ts'

export async function readAllowList(db: Db, id: RunnerId): Promise<AllowList> {
  const rows = await db
    .selectFrom('runner_allowed_project')
    .select(['project_id', 'environment_names'])
    .where('runner_id', '=', id)
    .orderBy('project_id')
    .execute()
  const entries = rows.map((row) => [row.project_id, { environments: row.environment_names }] as const)
  return { projects: Object.fromEntries(entries) }
}

/**
 * Writes the entries of `list`; with `replace` those are all there are afterwards. Unknown projects: all are
 * named.
 */
export async function writeAllowList(db: Db, id: RunnerId, list: AllowList, replace: boolean): Promise<void> {
  const given = Object.keys(list.projects)
  const entries = new Map(
    Object.entries(list.projects).map(([projectId, entry]) => [projectId.toLowerCase(), entry]),
  )
  const ids = [...entries.keys()].filter(isUuid)
  const environments = ids.map((projectId) => JSON.stringify(entries.get(projectId)?.environments ?? []))
  await db.transaction().execute(async (tx) => {
    if (replace) await tx.deleteFrom('runner_allowed_project').where('runner_id', '=', id).execute()
    const { rows } = await sql<{ id: string }>`
      insert into runner_allowed_project (runner_id, project_id, environment_names)
      select ${id}, p.id, array(select jsonb_array_elements_text(w.names::jsonb))
        from unnest(${ids}::uuid[], ${environments}::text[]) as w (id, names) join project p on p.id = w.id
      on conflict (runner_id, project_id) do update set environment_names = excluded.environment_names
      returning project_id as id`.execute(tx)
    const found = new Set(rows.map((row) => row.id))
    const missing = given.filter((projectId) => !found.has(projectId.toLowerCase()))
    if (missing.length > 0) {
      throw badRequest(missing.map((projectId) => `body/projects: project ${projectId} does not exist`))
    }
  })
}

export async function clearAllowList(db: Db, id: RunnerId): Promise<void> {
  await db.deleteFrom('runner_allowed_project').where('runner_id', '=', id).execute()
}
