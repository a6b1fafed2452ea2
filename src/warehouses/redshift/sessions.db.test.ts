import { expect, test } from 'vitest'
import { never } from '../conformance/bench.ts'
import { redshiftOfTests, redshiftStandIn } from '../conformance/redshift.ts'
import { createWarehouses } from '../open.ts'
import { redshiftSessions } from './sessions.ts'

const read = (dataTypeID: number, cell: string, dataTypeModifier = -1) =>
  redshiftSessions.readerOf?.({ dataTypeID, dataTypeModifier })?.(cell)

test('floats have the digits that tell them apart, and no others; bytes are their text', () => {
  const [float4, float8, varbyte] = [700, 701, 6551]
  expect(read(float8, '0.10000000000000001')).toBe('0.1')
  expect(read(float8, '0.30000000000000004')).toBe('0.30000000000000004')
  expect(read(float8, '1.0000000000000001e+300')).toBe('1e+300')
  expect(read(float8, 'NaN')).toBe('NaN')
  expect(read(float4, '0.30000001')).toBe('0.3')
  expect(read(float4, '123456.12')).toBe('123456.12')
  expect(read(float4, 'Infinity')).toBe('Infinity')
  expect(read(varbyte, '00ff')).toBe('\\x00ff')
  expect(read(1043, '00ff')).toBeUndefined()
})

test('rows are read with all digits of floats, and what is written keeps the digits of Redshift', async () => {
  await using standIn = await redshiftStandIn()
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const schema = await redshiftOfTests(() => standIn).create()
  const warehouse = await warehouses.open(schema.connection)
  const rowsOf = async (sql: string) =>
    (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
  const digits = "current_setting('extra_float_digits')"
  await warehouse.execute(`create table written as select ${digits} as digits`, never)
  expect(await rowsOf(`select ${digits}, digits from written`)).toEqual([['2', '1']])
  await warehouses.close()
  await schema.remove()
})
