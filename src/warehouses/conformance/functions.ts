import { expect, test } from 'vitest'
import type { Connection } from '../connection.ts'
import type { Warehouse } from '../warehouse.ts'
import { type Bench, never } from './bench.ts'

/** Functions that other dialects call differently: the same answers on every database. */
export function functionTests(bench: () => Bench): void {
  const open = (functions: boolean) =>
    bench().warehouses.open({ ...bench().connection, functions } as Connection)

  async function cellsOf(warehouse: Warehouse, sql: string) {
    const rows: (readonly (string | null)[])[] = []
    for await (const batch of (await warehouse.query(sql, never)).batches) rows.push(...batch)
    return rows
  }

  test('functions of other dialects give the same on every database', async () => {
    const warehouse = await open(true)
    const found: [string, string | null][] = []
    for (const [expression] of answers) {
      const [[cell = null] = []] = await cellsOf(
        warehouse,
        `select ${expression} from (values ('a'), ('b')) v(x)`,
      )
      found.push([expression, /^2\.80+$/.test(cell ?? '') ? '2.8' : cell])
    }
    expect(found).toEqual(answers)
  })

  test('they take columns, and leave the schema of the environment first', async () => {
    const warehouse = await open(true)
    await warehouse.execute('create table t as select 1 as id, cast(null as integer) as n', never)
    expect(await cellsOf(warehouse, 'select nvl(n, id), iff(id = 1, 2, 3) from t')).toEqual([['1', '2']])
    expect(await bench().warehouse.describe({ table: 't' }, never)).toBeDefined()
  })

  test('without them SQL does not find any, and a part of a date without quotes says what to do', async () => {
    await expect(cellsOf(await open(false), 'select iff(1 = 1, 2, 3)')).rejects.toThrow('iff')
    const day = cellsOf(await open(true), "select dateadd(day, 1, cast('2024-01-01' as date))")
    await expect(day).rejects.toThrow("dateadd('day', 1, x)")
  })
}

const date = (text: string) => `cast('${text}' as date)`
const timestamp = (text: string) => `cast('${text}' as timestamp)`

const answers: readonly [expression: string, text: string | null][] = [
  ["iff(1 = 1, 'a', 'b')", 'a'],
  ['iff(1 = 0, 1, 2.5)', '2.5'],
  ['nvl(null, 2)', '2'],
  ["nvl('a', 'b')", 'a'],
  ['nvl2(cast(null as integer), 1, 2)', '2'],
  ["nvl2('x', 'a', 'b')", 'a'],
  ['zeroifnull(cast(null as integer))', '0'],
  ['zeroifnull(2.5)', '2.5'],
  ['nullifzero(0)', null],
  ['to_varchar(3)', '3'],
  ["to_varchar('x')", 'x'],
  [`to_varchar(${date('2024-03-05')})`, '2024-03-05'],
  [`to_varchar(${date('2024-03-05')}, 'YYYY/MM/DD')`, '2024/03/05'],
  [`to_varchar(${timestamp('2024-03-05 13:07:09')}, 'YYMMDD HH24:MI:SS')`, '240305 13:07:09'],
  [`to_char(${date('2024-03-05')}, 'YYYYMMDD')`, '20240305'],
  ["to_number('2.7')", '3'],
  ['to_number(2.5)', '3'],
  ["to_number('2.75', 10, 1)", '2.8'],
  [`dateadd('day', 1, ${date('2024-02-28')})`, '2024-02-29 00:00:00'],
  [`dateadd('MM', -1, ${timestamp('2024-03-31 10:00:00')})`, '2024-02-29 10:00:00'],
  [`dateadd('quarter', 2, ${date('2024-01-01')})`, '2024-07-01 00:00:00'],
  [`dateadd('hh', 3, ${timestamp('2024-01-01 00:00:00')})`, '2024-01-01 03:00:00'],
  [`datediff('day', ${date('2024-01-01')}, ${date('2024-03-01')})`, '60'],
  [`datediff('month', ${date('2024-01-31')}, ${date('2024-02-01')})`, '1'],
  [`datediff('quarter', ${date('2024-03-31')}, ${date('2024-04-01')})`, '1'],
  [`datediff('yyyy', ${date('2023-12-31')}, ${date('2024-01-01')})`, '1'],
  [`datediff('week', ${date('2024-01-07')}, ${date('2024-01-08')})`, '1'],
  [`datediff('hour', ${timestamp('2024-01-01 00:59:00')}, ${timestamp('2024-01-01 01:00:00')})`, '1'],
  [`datediff('s', ${timestamp('2024-01-01 00:00:00.9')}, ${timestamp('2024-01-01 00:00:01.1')})`, '1'],
  ["listagg(x, '-')", 'a-b'],
  ['sysdate() is not null', 'true'],
  ['getdate() is not null', 'true'],
]
