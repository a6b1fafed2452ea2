import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { type ExecutionPlace, queuedExecutions } from '../../../test/support/executions.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { newId } from '../../lib/ids.ts'
import { migrationLife } from '../repository-migration/states.ts'
import { executionLife } from './states.ts'

/** The database refuses every change of state that the tables of states do not list. */
const api = useApi()
let place: ExecutionPlace

beforeAll(async () => {
  place = await aPublishedProject(api)
})

const pairsOf = (next: Readonly<Record<string, readonly string[]>>) =>
  Object.keys(next).flatMap((from) =>
    Object.keys(next).map((to) => [from, to, from === to || next[from]!.includes(to)] as const),
  )

/** Changes the state of a row that is put into `from` by an insert; answers whether the database lets it. */
async function isAllowed(change: ReturnType<typeof sql>): Promise<boolean> {
  return change.execute(api.db).then(
    () => true,
    (error: { code?: string }) => {
      expect(error.code).toBe('23514')
      return false
    },
  )
}

test.each(pairsOf(executionLife.next))('an execution: %s to %s is allowed: %s', async (from, to, allowed) => {
  const [id] = await queuedExecutions(api.db, place, 1)
  const copy = newId()
  await sql`
    insert into execution
    select (jsonb_populate_record(x, jsonb_build_object(
             'id', ${copy}::text, 'root_id', ${copy}::text, 'status', ${from}::text, 'session_id', ${newId()}::text))).*
      from execution x where x.id = ${id}`.execute(api.db)
  expect(await isAllowed(sql`update execution set status = ${to} where id = ${copy}`)).toBe(allowed)
})

test.each(pairsOf(migrationLife.next))('a migration: %s to %s is allowed: %s', async (from, to, allowed) => {
  const id = newId()
  await sql`
    insert into repository_migration (id, project_id, mode, status, phase, source_provider, source_name,
      target_provider, target_name, target_parameters, started_by, lease_until)
    values (${id}, ${place.projectId}, 'RECONFIGURE', ${from}, 'WAITING', 'hosted', 'a', 'github', 'b', '{}', 'test', now())`.execute(
    api.db,
  )
  expect(await isAllowed(sql`update repository_migration set status = ${to} where id = ${id}`)).toBe(allowed)
  await sql`delete from repository_migration`.execute(api.db)
})
