import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, test } from 'vitest'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { run as s3Load } from '../../orchestration/s3-load/run.ts'
import { stepContext } from '../../testing/step-context.ts'
import { useEmptyTarget } from './testing/empty-target.ts'

const never = { signal: new AbortController().signal }
const lake = TEST_DATABASES.find(({ name }) => name === 'lake')

describe.skipIf(lake === undefined)('a lake', () => {
  const target = useEmptyTarget(() => lake!.create())

  /** Loads 5,000 texts of this length, and answers how many groups of rows their file in the lake has. */
  async function groupsOf(length: number): Promise<number> {
    const { warehouse, folder, rowsOf } = target()
    await mkdir(join(folder, 'long'), { recursive: true })
    await writeTexts(length, join(folder, 'long/a.parquet'))
    const table = 'drop table if exists texts; create table texts (id integer, name varchar)'
    await warehouse.execute(table, never)
    const context = { ...stepContext({ warehouse, filesFolder: folder }), idempotencyKey: `long ${length}` }
    const given = { s3ObjectPrefix: 'file:///long/', targetTable: 'texts', fileType: 'PARQUET' }
    const loaded = await s3Load.run(context, { ...given, forceLoad: 'True' } as never)
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 5_000 })
    await context.dispose()
    const [[path] = []] = await rowsOf("select data_file from ducklake_list_files('lake', 'texts')")
    const groups = await rowsOf(`select count(distinct row_group_id) from parquet_metadata('${path}')`)
    return Number(groups[0]?.[0])
  }

  test('long rows of Parquet are written in groups of fewer rows, which take little memory', async () => {
    expect(await groupsOf(32)).toBe(1)
    expect(await groupsOf(32_000)).toBe(3)
  })
})

async function writeTexts(length: number, path: string): Promise<void> {
  const engine = await DuckDBInstance.create(':memory:')
  const session = await engine.connect()
  const texts = `select n as id, repeat(md5(n::varchar), ${length / 32}) as name from range(5000) as rows(n)`
  await session.run(`copy (${texts}) to '${path}' (format parquet)`)
  session.closeSync()
  engine.closeSync()
}
