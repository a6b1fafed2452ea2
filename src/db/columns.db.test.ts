import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { columnsOf } from './columns.ts'

const database = useDatabase()

interface Row {
  readonly id?: string | undefined
  readonly n?: number | undefined
  readonly big?: number | undefined
  readonly at?: string | undefined
  readonly text?: string | undefined
  readonly json?: unknown
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const instants = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
const aRow = fc.record({
  id: optional(fc.uuid()),
  n: optional(fc.integer()),
  big: optional(fc.maxSafeInteger()),
  at: optional(instants.map((date) => date.toISOString())),
  text: optional(fc.string({ unit: 'grapheme' })),
  json: optional(fc.record({ word: fc.string({ unit: 'grapheme' }), list: fc.array(fc.integer()) })),
})

async function readBack(rows: readonly Row[]): Promise<Row[]> {
  const columns = columnsOf(rows)
  const { rows: read } = await sql<{ row: Row; at: Date | null }>`
    select json_strip_nulls(json_build_object('id', id, 'n', n, 'big', big, 'text', text, 'json', json)) as row, at
      from unnest(${columns.uuids((r) => r.id)}::uuid[], ${columns.integers((r) => r.n)}::integer[],
        ${columns.bigints((r) => r.big)}::bigint[], ${columns.instants((r) => r.at)}::timestamptz[],
        ${columns.texts((r) => r.text)}::text[], ${columns.jsons((r) => r.json)}::jsonb[])
        with ordinality as x (id, n, big, at, text, json, place) order by place`.execute(database.db)
  return read.map(({ row, at }) => ({ ...row, ...(at !== null && { at: at.toISOString() }) }))
}

const present = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

test('columns come out of the database as they went in', async () => {
  const rows = fc.array(aRow, { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const clean = given.map((row) => present({ ...row, text: row.text?.replaceAll('\0', '') }))
      expect(await readBack(given)).toEqual(clean)
    }),
    { numRuns: 50 },
  )
})

test('columns larger than what is kept to write them come out as they went in', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({ text: `${'ä€😀'.repeat(i * 5)}${i}`, n: i }))
  expect(await readBack([...rows, ...rows, { text: 'last' }])).toEqual([...rows, ...rows, { text: 'last' }])
})

test('NUL is left out of texts and JSON', async () => {
  expect(await readBack([{ text: 'a\0b', json: { a: 'x\0y' } }])).toEqual([{ text: 'ab', json: { a: 'xy' } }])
})

test.each<[string, Row]>([
  ['a UUID', { id: 'no' }],
  ['an integer', { n: 2 ** 31 }],
  ['a large integer', { big: 1.5 }],
  ['an instant', { at: 'yesterday' }],
])('what is not %s is refused', async (_, row) => {
  await expect(readBack([row])).rejects.toThrow(RangeError)
})
