import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { tellWrites } from './telling.ts'

const t = useDatabase()
beforeAll(() => sql`alter table asset_write drop constraint asset_write_asset_id_fkey`.execute(t.db))

const written = (seq: number) =>
  sql`
  insert into asset_write (seq, asset_id, project_id, environment_id, environment_name, execution_id, root_execution_id,
                           step_seq, pipeline_name, component_name, written_at)
  select ${seq}, id, id, id, 'E', id, id, 1, 'P', 'C', now() from gen_random_uuid() id`.execute(t.db)

/** What triggers were told of, and the transaction that wrote it. */
async function told() {
  const { rows } = await sql<{ seq: number; writtenBy: string }>`
    select write_seq::float8 as seq, xmin::text as "writtenBy" from trigger_told`.execute(t.db)
  return rows[0]!
}

test('while no trigger waits for assets writes are left behind, but never many', async () => {
  const before = await told()
  await written(before.seq + 1)
  expect(await tellWrites(t.db, new AbortController().signal)).toBe(0)
  expect(await told()).toEqual(before)
  await written(before.seq + 20_000)
  expect(await tellWrites(t.db, new AbortController().signal)).toBe(0)
  expect((await told()).seq).toBe(before.seq + 20_000)
})
