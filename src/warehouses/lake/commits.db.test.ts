import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorText } from '../../lib/error-text.ts'
import { dropLake, lakeExtensions, newLake, warehousesOfTests } from '../conformance/databases.ts'
import type { LakeConnection } from '../connection.ts'
import type { Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

const { signal } = new AbortController()

/** A way to a server that, once it is asked to, breaks off when the server has answered a COMMIT. */
async function breakingWay(port: number) {
  let isWanted = false
  const way = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    let isCommitting = false
    for (const one of [socket, onward]) {
      one.on('error', () => undefined)
      one.on('close', () => {
        socket.destroy()
        onward.destroy()
      })
    }
    socket.on('data', (bytes) => {
      isCommitting = isWanted && bytes.includes('COMMIT')
      onward.write(bytes)
    })
    onward.on('data', (bytes) => {
      if (!isCommitting) return void socket.write(bytes)
      isWanted = false
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    port: (way.address() as AddressInfo).port,
    loseCommit: () => {
      isWanted = true
    },
    isLost: () => !isWanted,
    close: () => way.close(),
  }
}

describe.skipIf(lakeExtensions === undefined)('commits of a lake', () => {
  let folder: string
  let lake: LakeConnection
  let warehouses: Warehouses
  let notes: string[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lake-'))
    lake = newLake(folder)
    warehouses = warehousesOfTests()
    notes = []
  })
  afterEach(async () => {
    await warehouses.close()
    await dropLake(lake)
    await rm(folder, { recursive: true })
  })

  const execute = (warehouse: Warehouse, sql: string) =>
    warehouse.execute(sql, { signal, note: (line) => notes.push(line) })

  test('a commit whose answer is lost is not done again: the row would be there twice', async () => {
    const way = await breakingWay(lake.catalog.port)
    const catalog = { ...lake.catalog, host: '127.0.0.1', port: way.port }
    const warehouse = await warehouses.open({ ...lake, catalog })
    await execute(warehouse, 'create table t (a integer); insert into t values (1)')
    way.loseCommit()
    const said = await execute(warehouse, 'insert into t values (2)').catch(errorText)
    expect(way.isLost()).toBe(true)
    expect(said).toMatch(/not known whether the statement was done/)
    expect(notes).toEqual([])
    const { batches } = await warehouse.query('select a from t order by a', { signal })
    expect((await Array.fromAsync(batches)).flat()).toEqual([['1'], ['2']])
    way.close()
  })

  test('a column that PostgreSQL has in every table is refused in words, and not tried again', async () => {
    const warehouse = await warehouses.open(lake)
    const create = execute(warehouse, 'create table boxes (id integer, xmin double, xmax double)')
    await expect(create).rejects.toThrow(/^A table of a lake has no column "xmin", .*: give it another name/)
    expect(notes).toEqual([])
  })

  test('a table that is too wide is refused at once, and in words', async () => {
    const warehouse = await warehouses.open(lake)
    const columns = Array.from({ length: 1_598 }, (_, index) => `c${index}`)
    const wide = `create table t as select ${columns.map((name) => `1 as ${name}`).join(', ')}`
    await expect(execute(warehouse, wide)).rejects.toThrow(/^A table of a lake has at most 1,590 columns/)
    const row = columns.slice(10).map((name) => `1.5::decimal(38,9) as ${name}`)
    await expect(execute(warehouse, `create table t as select ${row.join(', ')}`)).rejects.toThrow(
      /^A table of a lake .* a row 8,160 bytes/,
    )
    expect(notes).toEqual([])
  })
})
