import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import type { Caller } from '../../../http/caller.ts'
import { newId } from '../../../lib/ids.ts'
import { countHidden, listEdges } from './graph-store.ts'

/** One asset that an environment of a project uses, and one of another project more than anybody can draw. */
const SEEN = 5
const HIDDEN = 50_000
const held = useDatabase()
const asset = newId()
const person = { principalId: newId(), accountRole: 'USER' } as unknown as Caller

beforeAll(async () => {
  const { db } = held
  const runner = newId()
  await sql`insert into runner (id, name, type, cloud_provider, deployment, track_name)
            values (${runner}, 'r', 'pipeline', 'self_hosted', 'process', 'current')`.execute(db)
  await sql`insert into principal (id, kind, account_role) values (${person.principalId}, 'USER', 'USER')`.execute(
    db,
  )
  await sql`insert into asset (id, namespace, name, kind) values (${asset}, 'test://place', 'shared', 'TABLE')`.execute(
    db,
  )
  await sql`insert into asset (id, namespace, name, kind)
            select md5(n::text)::uuid, 'test://place', 'table ' || n, 'TABLE' from generate_series(1, ${HIDDEN}) n`.execute(
    db,
  )
  for (const [count, isSeen] of [
    [SEEN, true],
    [HIDDEN, false],
  ] as const) {
    const [project, environment] = [newId(), newId()]
    await sql`insert into project (id, name, warehouse, agent_deployment_type) values (${project}, ${project}, 'DUCKDB', 'HYBRID')`.execute(
      db,
    )
    await sql`insert into environment (id, project_id, name, display_name, default_runner_id, connection)
              values (${environment}, ${project}, 'Production', '', ${runner}, '{}')`.execute(db)
    if (isSeen)
      await sql`insert into project_role (project_id, principal_id, role) values (${project}, ${person.principalId}, 'ADMIN')`.execute(
        db,
      )
    await sql`insert into asset_use values (${asset}, ${project}, ${environment}, true, true, now())`.execute(
      db,
    )
    await sql`insert into asset_edge
              select ${asset}::uuid, md5(n::text)::uuid, ${project}::uuid, ${environment}::uuid, 'p', 'c', '{}', gen_random_uuid(), now()
                from generate_series(1, ${count}) n`.execute(db)
  }
  await sql`vacuum analyze asset_edge`.execute(db)
}, 120_000)

test('edges in environments that the caller does not see cost nothing', async () => {
  for (const direction of ['upstream', 'downstream'] as const) {
    let found = 0
    const read = await rowsRead(held.db, 'asset_edge', async (tx) => {
      found = (await listEdges(tx, person, [asset], direction)).length
    })
    expect(found).toBe(direction === 'downstream' ? SEEN : 0)
    expect(read).toBeLessThan(10 * SEEN)
  }
})

test('hidden assets are counted to a limit, however many there are', async () => {
  let counts: unknown
  const read = await rowsRead(held.db, 'asset_edge', async (tx) => {
    counts = (await countHidden(tx, person, [asset])).get(asset)
  })
  expect(counts).toEqual({ upstream: 0, downstream: 1_000 })
  expect(read).toBeLessThan(5_000)
})
