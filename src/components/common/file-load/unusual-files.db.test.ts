import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { run as s3Load } from '../../orchestration/s3-load/run.ts'
import { stepContext } from '../../testing/step-context.ts'
import { useEmptyTarget } from './testing/empty-target.ts'

const never = { signal: new AbortController().signal }
const header = 'id,name\n'

describe.each(TEST_DATABASES)('$name', ({ create }) => {
  const target = useEmptyTarget(create)
  let serial = 0

  /** Loads these files into an empty table. Answers the log and the number of rows too. */
  async function load(files: Readonly<Record<string, string | Buffer>>, parameters: object = {}) {
    const { warehouse, folder, rowsOf } = target()
    await rm(join(folder, 'in'), { recursive: true, force: true })
    await mkdir(join(folder, 'in'))
    for (const [name, body] of Object.entries(files)) await writeFile(join(folder, 'in', name), body)
    const table = `create table loaded (id integer, name text)${warehouse.parts.tableOptions}`
    await warehouse.execute(`drop table if exists loaded; ${table}`, never)
    const context = stepContext({ warehouse, filesFolder: folder })
    const given = { s3ObjectPrefix: 'file:///in/', targetTable: 'loaded', skipHeader: '1', ...parameters }
    const step = { ...context, idempotencyKey: `unusual ${++serial}` }
    const { result, message } = await s3Load.run(step, given as never)
    await context.dispose()
    const rows = await rowsOf('select count(*), max(length(name)) from loaded')
    return { result, message, lines: context.lines, rows: rows[0] }
  }

  test('what is compressed twice, or as nothing knows it here, is refused, for it is no text', async () => {
    const packed = gzipSync(`${header}1,Ann\n`)
    const refused = [
      [gzipSync(packed), {}, 'GZIP is compressed already, with GZIP: compress it once'],
      [packed, { compression: 'NONE' }, 'GZIP: set Compression to AUTO'],
      [Buffer.from('fd377a585a00', 'hex'), {}, 'XZ, which is not supported'],
    ] as const
    for (const [body, parameters, message] of refused)
      expect(await load({ 'a.csv': body }, parameters)).toMatchObject({
        result: 'FAILED',
        message: expect.stringContaining(message),
        rows: ['0', null],
      })
  })

  test('a file without records is named: its one line may be one that was not meant to be skipped', async () => {
    const behind = 'behind the lines that Skip Header skips (1)'
    expect(await load({ 'a.csv': '1,Ann\n' })).toMatchObject({
      result: 'SUCCESS',
      message: `0 rows of 1 file are in loaded; 1 file has no records ${behind}`,
      lines: [`in/a.csv has no records ${behind}`],
    })
    const files = { 'a.csv': '1,Ann\n', 'b.csv': '', 'c.csv': 'id,name', 'd.csv': `${header}1,Ann\n` }
    for (const onError of ['Abort Statement', 'Continue'])
      expect(await load(files, { onError })).toMatchObject({
        message: `1 rows of 4 files are in loaded; 3 files have no records ${behind}`,
      })
  })

  test('a record longer than engines read is loaded, also where it is the last one, which DuckDB would skip', async () => {
    const long = `2,${'b'.repeat(5_000_000)}`
    for (const text of [long, `1,a\n${long}\n`, `${long}\n1,a\n`])
      expect(await load({ 'a.csv': header + text })).toMatchObject({
        result: 'SUCCESS',
        rows: [text === long ? '1' : '2', '5000000'],
      })
  })
})
