import { expect, test } from 'vitest'
import type { ColumnDefinition, TableDefinition } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type Bench, never } from './bench.ts'

/** A column of a table that is created, with nothing stated but what is given. */
export const column = (
  name: string,
  type: string,
  given: Partial<ColumnDefinition> = {},
): ColumnDefinition => ({
  name,
  type,
  size: undefined,
  precision: undefined,
  defaultValue: undefined,
  notNull: false,
  unique: false,
  comment: undefined,
  ...given,
})

const ORDERS: TableDefinition = {
  mode: 'replace',
  primaryKeys: ['id'],
  columns: [
    column('id', 'NUMBER', { notNull: true }),
    column('price', 'number', { size: '10', precision: '2', defaultValue: '0.5' }),
    column('state', 'VARCHAR', { size: '20', defaultValue: "N/A (it's new)", unique: true }),
    column('weight', 'FLOAT', { comment: "the buyer's" }),
    column('at', 'TIMESTAMP', { defaultValue: 'CURRENT_TIMESTAMP' }),
    column('day', 'DATE', { defaultValue: '2020-01-01' }),
    column('paid', 'BOOLEAN', { defaultValue: 'false' }),
  ],
}

/** Without what needs keys, for databases that have none. */
const withoutKeys = (definition: TableDefinition): TableDefinition => ({
  ...definition,
  primaryKeys: [],
  columns: definition.columns.map((one) => ({ ...one, unique: false })),
})

/** The words of the field that pipeline files use as types. */
const FIELD_TYPES = [
  ...['VARCHAR', 'TEXT', 'STRING', 'NUMBER', 'FLOAT', 'INTEGER', 'BIGINT', 'BOOLEAN', 'DATE', 'TIME'],
  ...['DATETIME', 'TIMESTAMP', 'TIMESTAMP_TZ', 'BINARY', 'VARIANT'],
]

/** Tables made of definitions. */
export function tableTests(bench: () => Bench): void {
  test('a table is made as its definition says, comments and keys included', async () => {
    const { warehouse, rowsOf, truths, hasFewNumbers } = bench()
    const { hasKeys } = warehouse.parts
    const make = (definition: TableDefinition) => warehouse.createTableSql({ table: 'Orders' }, definition)
    if (!hasKeys) expect(() => make(ORDERS)).toThrow(/no primary keys.*id, state/)
    await warehouse.execute(make(hasKeys ? ORDERS : withoutKeys(ORDERS)), never)
    await warehouse.execute('insert into "Orders" (id) values (1)', never)
    const select = 'select id, price, state, weight, day, paid, "at" is null from "Orders"'
    expect(await rowsOf(select)).toEqual([
      ['1', hasFewNumbers ? '0.5' : '0.50', "N/A (it's new)", null, '2020-01-01', 'false', truths[1]],
    ])
    const twice = `insert into "Orders" (id, state) values (1, 'other')`
    if (hasKeys) await expect(warehouse.execute(twice, never)).rejects.toThrow(/key|unique/i)
    const nothing = 'insert into "Orders" (id, state) values (null, \'third\')'
    await expect(warehouse.execute(nothing, never)).rejects.toThrow(/null/i)
  })

  test('what is there already is replaced, kept or refused, as the mode says', async () => {
    const { warehouse, rowsOf } = bench()
    const { hasKeys } = warehouse.parts
    const sql = (mode: TableDefinition['mode']) =>
      warehouse.createTableSql({ table: 't' }, { ...(hasKeys ? ORDERS : withoutKeys(ORDERS)), mode })
    await warehouse.execute(sql('create'), never)
    await warehouse.execute('insert into t (id) values (1)', never)
    await expect(warehouse.execute(sql('create'), never)).rejects.toThrow(/exist/i)
    await warehouse.execute(sql('create-if-not-exists'), never)
    expect(await rowsOf('select id from t')).toEqual([['1']])
    await warehouse.execute(sql('replace'), never)
    expect(await rowsOf('select id from t')).toEqual([])
  })

  test('a table stays as it is where the one that is to replace it is refused', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table t as select 1 as id', never)
    const replaced = (type: string, using = warehouse) => {
      const definition = { mode: 'replace' as const, columns: [column('n', type)], primaryKeys: [] }
      const sql = using.createTableSql({ table: 't' }, definition)
      return using.execute(sql, { ...never, isFramed: true })
    }
    await expect(replaced('NO_SUCH_TYPE')).rejects.toThrow(WarehouseError)
    const { refusals, definitionsCommit } = warehouse.parts
    if (refusals.transactions === undefined && !definitionsCommit) {
      const transaction = await warehouse.beginTransaction(never)
      await replaced('INTEGER', transaction.warehouse)
      await transaction.rollback()
    }
    expect(await rowsOf('select id from t')).toEqual([['1']])
    await replaced('INTEGER')
    expect(await rowsOf('select n from t')).toEqual([])
  })

  test('every fault of a definition is listed at once, and nothing of it reaches the database', () => {
    const { warehouse } = bench()
    const columns = [column('', 'VARCHAR'), column('b', 'int); drop table t; --', { size: 'x' })]
    const make = () =>
      warehouse.createTableSql({ table: 't' }, { mode: 'create', primaryKeys: ['c'], columns })
    expect(make).toThrow(expect.objectContaining({ name: 'WarehouseError' }))
    for (const fault of [/no name/, /not the name of a type/, /not a whole number/, /"c"/]) {
      expect(make).toThrow(fault)
    }
  })

  test.each(FIELD_TYPES)('a column may be %s', async (type) => {
    const { warehouse } = bench()
    await warehouse.execute(`create table t (a ${warehouse.typeSql({ type })})`, never)
    expect(await warehouse.describe({ table: 't' }, never)).toHaveLength(1)
  })

  test.each(['NUMBER', 'DECIMAL', 'NUMERIC'])('a %s without size keeps fractions', async (type) => {
    const { warehouse, rowsOf } = bench()
    const number = warehouse.typeSql({ type })
    const whole = '9'.repeat(29)
    const cells = [whole, '1.5', '-0.123456789', '100', '0']
    const selected = cells.map((cell, index) => `${warehouse.parts.cast(cell, number)} as c${index}`)
    expect(await rowsOf(`select ${selected.join(', ')}`)).toEqual([cells])
    expect(warehouse.typeSql({ type, precision: '2' })).toMatch(/\(38, 2\)$/)
    const scaled = warehouse.typeSql({ type: 'NUMBER', size: '5', precision: '1' })
    expect(await rowsOf(`select ${warehouse.parts.cast('1.25', scaled)}`)).toEqual([['1.3']])
  })

  test('what is not the name of a type is refused', () => {
    const typeOf = (type: string) => () => bench().warehouse.typeSql({ type })
    expect(typeOf('int); drop table t; --')).toThrow(expect.objectContaining({ name: 'WarehouseError' }))
  })
}
