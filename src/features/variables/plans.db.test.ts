import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { planIn } from '../../../test/support/plan.ts'
import type { Db } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { Grant } from '../projects/access.ts'
import { listChanges } from './history-store.ts'
import { findVariable, listVariables } from './store.ts'

const COUNT = 100_000
const held = useDatabase()
const projectId = newId()
const grant = {
  projectId,
  role: 'CONTRIBUTOR',
  caller: { principalId: newId() },
} as unknown as Grant<'variables:read'>
const page = (number: number) => ({ page: number, size: 100, offset: number * 100 })

beforeAll(async () => {
  const { db } = held
  const runner = newId()
  const others = newId()
  await sql`insert into runner (id, name, type, cloud_provider, deployment, track_name)
            values (${runner}, 'r', 'pipeline', 'self_hosted', 'process', 'current')`.execute(db)
  for (const [id, count] of [
    [projectId, COUNT],
    [others, COUNT / 2],
  ] as const) {
    await sql`insert into project (id, name, warehouse, agent_deployment_type) values (${id}, ${id}, 'DUCKDB', 'HYBRID')`.execute(
      db,
    )
    await sql`insert into environment (id, project_id, name, display_name, default_runner_id, connection)
              select gen_random_uuid(), ${id}, 'e' || n, '', ${runner}, '{}' from generate_series(1, 3) n`.execute(
      db,
    )
    await sql`insert into project_variable (id, project_id, name, type, behaviour, value)
              select gen_random_uuid(), ${id}, 'variable_' || n, 'TEXT', 'COPIED', to_jsonb(repeat('a usual value ', 20))
                from generate_series(1, ${count}) n`.execute(db)
    await sql`insert into variable_override (variable_id, environment_id, value)
              select v.id, e.id, '"own"' from project_variable v join environment e using (project_id)
               where e.name = 'e1' and v.project_id = ${id}`.execute(db)
    await sql`insert into variable_change (project_id, variable_name, action, changed_by, after)
              select project_id, name, 'CREATED', 'someone', '{}' from project_variable where project_id = ${id}`.execute(
      db,
    )
  }
  await sql`vacuum analyze project_variable`.execute(db)
  await sql`vacuum analyze variable_override`.execute(db)
  await sql`analyze variable_change`.execute(db)
}, 120_000)

const planOf = (run: (db: Db) => Promise<unknown>) => planIn(held.db, run)

test('every page of 100,000 variables has the same plan, and it reads the index', async () => {
  for (const query of [{}, { include: 'overrides' }, { nameContains: '_99' }] as const) {
    const first = await planOf((db) => listVariables(db, grant, page(0), query))
    const last = await planOf((db) => listVariables(db, grant, page(COUNT / 100 - 1), query))
    expect(last).toBe(first)
    expect(first).toContain('Index Only Scan using project_variable_name')
    expect(first).not.toMatch(/Seq Scan on (project_variable|variable_override)/)
    if ('include' in query) expect(first).toContain('variable_override_pkey')
  }
})

test('the last page holds what is last, and the total is true', async () => {
  const { results, total } = await listVariables(held.db, grant, page(COUNT / 100 - 1), {
    include: 'overrides',
  })
  expect(total).toBe(COUNT)
  expect(results).toHaveLength(100)
  expect(results.at(-1)).toMatchObject({ name: 'variable_99999', overrides: [{ environmentName: 'e1' }] })
})

test('one variable is found by the index of names, its history by its own', async () => {
  const one = await planOf((db) => findVariable(db, grant, 'variable_5'))
  expect(one).toContain('project_variable_name')
  expect(one).not.toContain('Seq Scan')
  const history = await planOf((db) => listChanges(db, grant, 'variable_5', page(0)))
  expect(history).toContain('variable_change_newest_first')
  expect(history).not.toContain('Seq Scan on variable_change')
})
