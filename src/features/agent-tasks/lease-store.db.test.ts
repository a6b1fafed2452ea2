import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { newId } from '../../lib/ids.ts'
import { claimTasks } from './lease-store.ts'
import { deleteOldTasks } from './store.ts'

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

test('old tasks are found without reading the others, ended ones and those that nobody decides about', async () => {
  const [waiting, leased] = await dueTasks(2)
  await sql`update agent_task set lease_until = now() + interval '1 minute' where id = ${leased!}`.execute(
    t.db,
  )
  await sql`
    insert into agent_task
    select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'status', 'STOPPED', 'due_at', null))).*
      from agent_task a cross join generate_series(1, 5000) where id = ${waiting!}`.execute(t.db)
  await sql`
    update agent_task set modified_at = now() - interval '91 days'
     where id in (${waiting!}, ${leased!}, (select id from agent_task where status = 'STOPPED' limit 1))`.execute(
    t.db,
  )
  await sql`vacuum analyze agent_task`.execute(t.db)
  let deleted = 0
  const read = await rowsRead(t.db, 'agent_task', async (tx) => {
    deleted = await deleteOldTasks(tx, 90, 100)
  })
  expect(deleted).toBe(2)
  expect(read).toBeLessThan(100)
  const { rows } =
    await sql`select id from agent_task where modified_at < now() - interval '90 days'`.execute(t.db)
  expect(rows).toEqual([{ id: leased }])
})
