import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type EmptySchema,
  type TestDatabase,
  warehousesOfTests,
} from '../../../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../../warehouses/warehouse.ts'
import type { Field } from '../../../orchestration/modular-api-extract-input-v2/fields.ts'
import { createLoad } from '../../../orchestration/modular-api-extract-input-v2/load.ts'
import { createModes } from '../../../orchestration/modular-api-extract-input-v2/settings.ts'
import { run as s3Load } from '../../../orchestration/s3-load/run.ts'
import { stepContext } from '../../../testing/step-context.ts'
import { rowsOf } from '../../../transformation/testing/run.ts'
import type { Gate } from '../gate-properties.ts'

const options = { signal: new AbortController().signal }
const names: Gate = { type: 'Not Null', columns: ['name'], failedRowsTable: 'nameless' }

/** What gates of loads promise, on one database. */
export function gatedLoadTests({
  create,
  spoken = (warehouse) => warehouse,
}: Pick<TestDatabase, 'create' | 'spoken'>): void {
  const warehouses = warehousesOfTests()
  let schema: EmptySchema
  let warehouse: Warehouse
  let filesFolder: string

  beforeAll(async () => {
    schema = await create()
    warehouse = spoken(await warehouses.open(schema.connection))
    filesFolder = await mkdtemp(join(tmpdir(), 'gated-files-'))
    await mkdir(join(filesFolder, 'in'))
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
    await rm(filesFolder, { recursive: true })
  })
  beforeEach(() =>
    warehouse.execute(
      `drop table if exists sales; create table sales (id bigint, name varchar(20))${warehouse.parts.tableOptions}; insert into sales values (1, 'first')`,
      options,
    ),
  )

  const seen = async (table: string) => {
    const described = await warehouse.describe({ table }, options)
    return described && { described, ...(await rowsOf(warehouse, `select * from ${table}`)) }
  }
  const left = async () => {
    const found = ['headrace_load_', 'headrace_new_'].map(async (prefix) => {
      const { rows } = await rowsOf(warehouse, warehouse.catalogue.tables({ prefix, limit: 10 }))
      return rows.filter(([in_ = '']) => in_?.toLowerCase() === schema.schema.toLowerCase())
    })
    return (await Promise.all(found)).flat()
  }

  async function loadFile(text: string, gates: readonly Gate[], file = `${randomUUID()}.csv`) {
    await writeFile(join(filesFolder, 'in', file), text)
    const context = { ...stepContext({ warehouse, filesFolder }), idempotencyKey: randomUUID() }
    const given = {
      s3ObjectPrefix: 'file:///in/',
      pattern: file,
      targetTable: 'sales',
      fileType: 'CSV',
      gates,
    }
    return s3Load.run(context, given as never)
  }

  test('a load of files that a gate stops adds nothing, and loads when what was wrong is mended', async () => {
    const before = await seen('sales')
    const file = `${randomUUID()}.csv`
    expect(await loadFile('2,two\n3,\n', [names], file)).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining(
        'expected no null in "name", found 1 failing row; failed rows are in nameless',
      ),
    })
    expect(await seen('sales')).toEqual(before)
    expect((await rowsOf(warehouse, 'select id from nameless')).rows).toEqual([['3']])
    expect(await left()).toEqual([])
    expect(await loadFile('2,two\n3,three\n', [names], file)).toMatchObject({
      result: 'SUCCESS',
      rowCount: 2,
    })
    expect((await rowsOf(warehouse, 'select id from sales')).rows).toEqual([['1'], ['2'], ['3']])
  })

  test('rows written are those of the load, rows in the table all', async () => {
    const gates: readonly Gate[] = [
      { type: 'Row Count', name: 'new', measure: 'Rows Written', maximum: '2', minimum: '2' },
      { type: 'Row Count', name: 'all', minimum: '3', maximum: '3' },
    ]
    expect(await loadFile('2,two\n3,three\n', gates)).toMatchObject({
      result: 'SUCCESS',
      gates: [{ actual: '2 rows' }, { actual: '3 rows' }],
    })
  })

  const fields = [
    { name: 'id', type: 'INTEGER' as const, member: 'id' },
    { name: 'name', type: 'STRING' as const, member: 'name' },
  ]
  const load = (
    table: string,
    mode: (typeof createModes)[number],
    gates: readonly Gate[],
    columns?: readonly Field[],
  ) => {
    const gated = { context: stepContext({ warehouse }), gates }
    return createLoad({ warehouse, options, table: { table }, mode, key: randomUUID(), columns, gated })
  }

  test.each(['TRUNCATE_AND_INSERT', 'REPLACE_IF_EXISTS'] as const)(
    'a load in mode %s of nothing, which tells no columns, empties the table unless a gate stops it',
    async (mode) => {
      const before = await seen('sales')
      async function loadNothing(gates: readonly Gate[]) {
        const nothing = load('sales', mode, gates)
        await nothing.begin()
        const { gated } = await nothing.finish()
        await nothing.abandon()
        expect(await left()).toEqual([])
        return gated
      }
      expect(await loadNothing([{ type: 'Row Count', name: 'some', minimum: '1' }])).toMatchObject({
        stopped: expect.stringContaining('some'),
      })
      expect(await seen('sales')).toEqual(before)
      expect(await loadNothing([names])).toMatchObject({ stopped: undefined })
      expect(await seen('sales')).toEqual({ ...before, rows: [] })
    },
  )

  test.each(
    createModes
      .flatMap((mode) => [
        [mode, 'sales'] as const,
        ...(mode === 'TRUNCATE_AND_INSERT' ? [] : [[mode, 'unseen'] as const]),
      ])
      .filter(([mode, table]) => mode !== 'FAIL_IF_EXISTS' || table === 'unseen'),
  )('a load in mode %s into %s is published as a whole or not at all', async (mode, table) => {
    await warehouse.execute('drop table if exists unseen', options)
    const before = await seen(table)
    const stopped = load(table, mode, [names], fields)
    await stopped.begin()
    await stopped.add('{"id": 5, "name": "five"}')
    await stopped.add('{"id": 6, "name": null}')
    expect((await stopped.finish()).gated).toMatchObject({ stopped: expect.stringContaining('Not Null') })
    await stopped.abandon()
    expect(await seen(table)).toEqual(before)
    expect(await left()).toEqual([])

    const passing = load(table, mode, [names], fields)
    await passing.begin()
    await passing.add('{"id": 5, "name": "five"}')
    expect(await passing.finish()).toMatchObject({ rows: 1, gated: { stopped: undefined } })
    await passing.abandon()
    const rows =
      table === 'sales' && mode === 'APPEND'
        ? [
            ['1', 'first'],
            ['5', 'five'],
          ]
        : [['5', 'five']]
    expect((await seen(table))?.rows).toEqual(rows)
    expect(await left()).toEqual([])
  })
}
