import { expect, test } from 'vitest'
import { type Bench, never } from './bench.ts'

/** Rows that come out of a query. */
export function queryTests(bench: () => Bench): void {
  test('rows come in batches, so that a large result is never held whole', async () => {
    const { warehouse, numbers, nameOf } = bench()
    const { columns, batches } = await warehouse.query(`select n, n as "Twice" from ${numbers(5000)}`, never)
    const sizes: number[] = []
    for await (const batch of batches) sizes.push(batch.length)
    expect(columns).toEqual([nameOf('n'), nameOf('Twice')])
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(5000)
  })

  test('a query without rows has its columns all the same', async () => {
    const { warehouse, nameOf } = bench()
    const { columns, batches } = await warehouse.query('select 1 as a where 1 = 0', never)
    expect(columns).toEqual([nameOf('a')])
    for await (const batch of batches) expect(batch).toEqual([])
  })

  test('a query of several statements answers with the rows of the last', async () => {
    const { rowsOf } = bench()
    expect(await rowsOf('create table t (a integer); insert into t values (7); select * from t')).toEqual([
      ['7'],
    ])
  })

  test.each([
    ['cast(1.50 as decimal(8, 2))', '1.50'],
    [
      'cast(12345678901234567890123456789012345678 as decimal(38, 0))',
      '12345678901234567890123456789012345678',
    ],
    ['cast(9007199254740993 as bigint)', '9007199254740993'],
    ['cast(6.0 as double precision)', '6'],
    ['cast(0.1 as real)', '0.1'],
    ['1 = 1', 'true'],
    ['1 = 0', 'false'],
    ["cast('2020-02-29' as date)", '2020-02-29'],
    ["cast('2001-01-01 00:01:00.5' as timestamp)", '2001-01-01 00:01:00.5'],
    ["cast('10:00' as time)", '10:00:00'],
    ["'a ''quote'' and\na line'", "a 'quote' and\na line"],
    ["''", ''],
    ['null', null],
  ])('%s reads as %j', async (expression, text) => {
    const { rowsOf, speak, truths, hasFewNumbers } = bench()
    if (hasFewNumbers && text === '1.50')
      return expect(await rowsOf(speak(`select ${expression}`))).toEqual([['1.5']])
    const expected = text === 'true' ? truths[0] : text === 'false' ? truths[1] : text
    expect(await rowsOf(speak(`select ${expression}`))).toEqual([[expected]])
  })

  test.each(['back\\slash', "\\'; drop table kept; --", "it's \\", "\\''", 'a\nb\\n', ''])(
    '%j in quotes is that text and nothing else',
    async (text) => {
      const { warehouse, rowsOf } = bench()
      expect(await rowsOf(`select ${warehouse.quoteText(text)}`)).toEqual([[text]])
    },
  )

  test('queries that are left half-way keep nothing that others need', async () => {
    const { warehouse, numbers, rowsOf } = bench()
    for (let n = 0; n < 100; n++) {
      const { batches } = await warehouse.query(`select * from ${numbers(5000)}`, never)
      for await (const _ of batches) break
    }
    expect(await rowsOf('select 1')).toEqual([['1']])
  })

  test('a query that the database refuses fails before the first row', async () => {
    await expect(bench().warehouse.query('select * from missing_table', never)).rejects.toMatchObject({
      name: 'WarehouseError',
      message: expect.stringMatching(/missing_table/i),
    })
  })
}
