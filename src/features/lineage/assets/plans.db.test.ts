import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { newId } from '../../../lib/ids.ts'
import type { Grant } from '../../projects/access.ts'
import { deleteOldUses, deleteUnusedAssets } from '../recording/forget-store.ts'
import { readRunLineage } from '../runs-store.ts'
import { listAssets } from './asset-store.ts'
import { countHidden, listEdges } from './graph-store.ts'

/** One asset that an environment of a project uses, and one of another project more than anybody can draw. */
const SEEN = 5
const HIDDEN = 50_000
/** Assets that the seen project uses; the other one uses half of them, too. */
const MANY = 20_000
/** Of those, how many were written long ago and are used by the seen project alone. */
const OLD = 5
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

test('what was last written before a time is found by its index, and hidden runs are looked up for few assets', async () => {
  const { db } = held
  await sql`
    insert into asset_use
    select md5(n::text)::uuid, e.project_id, e.id, true, true, now() from generate_series(1, ${MANY}) n
      join environment e on n % 2 = 0 or e.project_id in (select project_id from project_role)`.execute(db)
  await sql`
    update asset set last_written_at = case when n <= ${2 * OLD} then '2020-01-01'::timestamptz else now() end
      from generate_series(1, ${MANY}) n where id = md5(n::text)::uuid`.execute(db)
  await sql`vacuum analyze asset, asset_use, environment, project_role`.execute(db)
  const page = { page: 0, size: 25, offset: 0 }
  const list = (query: Parameters<typeof listAssets>[2]) => (tx: Db) => listAssets(tx, person, query, page)

  const before = list({ lastWrittenBefore: '2021-01-01T00:00:00Z', sort: '-lastWrittenTime' })
  expect(await before(db)).toMatchObject({ total: OLD })
  expect(await rowsRead(db, 'asset', before)).toBeLessThan(20 * OLD)
  // Once for the environments that are seen, and once for each use of an asset of the page.
  expect(await rowsRead(db, 'environment', list({ sort: 'name' }))).toBeLessThan(200)
  expect(await rowsRead(db, 'project_role', list({ sort: '-lastWrittenTime' }))).toBeLessThan(10)
})

test('whether assets are unused is looked up for those whose turn it is', async () => {
  const range = {
    first: '7f000000-0000-0000-0000-000000000000',
    last: '7fffffff-ffff-ffff-ffff-ffffffffffff',
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from asset where id between ${range.first}::uuid and ${range.last}::uuid`.execute(
    held.db,
  )
  const read = (table: string) => rowsRead(held.db, table, (tx) => deleteUnusedAssets(tx, range, 1_000))
  expect(await read('asset')).toBeLessThan(10 * rows[0]!.count)
  expect(await read('asset_edge')).toBeLessThan(10 * rows[0]!.count)
  expect(await rowsRead(held.db, 'asset_use', (tx) => deleteOldUses(tx, range, 400))).toBeLessThan(
    10 * rows[0]!.count,
  )
})

test('what one run read and wrote is found without the others, however many executions are kept', async () => {
  const { db } = held
  const { rows } = await sql<{ projectId: string; environmentId: string }>`
    select e.project_id as "projectId", e.id as "environmentId" from environment e
      join project_role r on r.project_id = e.project_id`.execute(db)
  const place = { ...rows[0]!, artifactId: newId(), agentId: newId() }
  const [run] = await queuedExecutions(db, place, 5_000)
  await sql`insert into step (execution_id, seq, key, name, type, started_at, result)
            select id, 1, 'A', 'A', 'sql-executor', now(), 'SUCCESS' from execution`.execute(db)
  await sql`insert into step_lineage select id, 1, '{}' from execution`.execute(db)
  await sql`vacuum analyze execution, step, step_lineage`.execute(db)
  const grant = { projectId: place.projectId, caller: person } as unknown as Grant<'executions:read'>
  const read = await rowsRead(db, 'execution', (tx) => readRunLineage(tx, grant, run!))
  expect(read).toBeLessThan(100)
})
