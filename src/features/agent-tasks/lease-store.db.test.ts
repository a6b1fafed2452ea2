import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { newId } from '../../lib/ids.ts'
import { claimTasks } from './lease-store.ts'

const t = useDatabase()

/** As many due tasks of a project of their own, the oldest first. */
async function dueTasks(count: number): Promise<string[]> {
  const project = newId()
  await sql`
    insert into project (id, name, warehouse, agent_deployment_type) values (${project}, ${project}, 'DUCKDB', 'HYBRID')`.execute(
    t.db,
  )
  const ids = Array.from({ length: count }, () => newId())
  for (const [index, id] of ids.entries())
    await sql`
      insert into agent_task (id, project_id, creator_kind, client_id, status, description, config, branch, group_id, due_at)
      values (${id}, ${project}, 'USER', 'ada', 'RUNNING', '', '{}', 'main', ${newId()},
              now() - make_interval(secs => ${1_000 - index}))`.execute(t.db)
  return ids
}

test('of tasks that are due at once, four of a project are claimed, those that are due for longest', async () => {
  const many = await dueTasks(6)
  const few = await dueTasks(2)
  const claim = async (limit: number) => (await claimTasks(t.db, newId(), limit)).map(({ id }) => id).sort()
  const [first, second] = await Promise.all([claim(3), claim(8)])
  expect([...first, ...second].sort()).toEqual([...many.slice(0, 4), ...few].sort())
  expect(await claim(8)).toEqual([])
  await sql`update agent_task set due_at = null, lease_until = null where id = ${many[1]!}`.execute(t.db)
  expect(await claim(8)).toEqual([many[4]])
})
