import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'
import { retryConflicts } from './conflicts.ts'

vi.setConfig({ testTimeout: 30_000 })
const { signal } = new AbortController()
let folder: string
let warehouses: Warehouses
let warehouse: Warehouse
let notes: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duckdb-conflicts-'))
  warehouses = createWarehouses({ allowPrivateAddresses: true })
  const path = join(folder, 'environment.duckdb')
  warehouse = await warehouses.open({ type: 'DUCKDB', path, folders: [folder] })
  notes = []
})
afterEach(async () => {
  await warehouses.close()
  await rm(folder, { recursive: true })
})

const execute = (sql: string) => warehouse.execute(sql, { signal, note: (line) => notes.push(line) })

async function one(sql: string): Promise<unknown> {
  const { batches } = await warehouse.query(sql, { signal })
  for await (const [[cell] = []] of batches) return cell
  return undefined
}

/**
 * Another transaction that has done `sql` and is open until the returned function is called. It is rolled
 * back then.
 */
async function another(sql: string): Promise<() => Promise<unknown>> {
  const { batches } = await warehouse.query(`begin; ${sql}; select range from range(100000)`, { signal })
  const rows = batches[Symbol.asyncIterator]()
  await rows.next()
  return async () => rows.return?.()
}

const inTheWay = () => expect.poll(() => notes, { timeout: 20_000 }).toHaveLength(1)

test.each([
  ['create table t (a integer)', 'create table if not exists t (a integer)'],
  ['create or replace table t as select 1 as a', 'create or replace table t as select 2 as a'],
  ['create view v as select 1', 'create or replace view v as select 2'],
  ['create schema s', 'create schema if not exists s'],
])('what another transaction does at the same time is waited for: %s', async (theirs, ours) => {
  const roll = await another(theirs)
  const made = execute(ours)
  await inTheWay()
  await roll()
  await made
  expect(notes[0]).toMatch(
    /^Another transaction conflicted, trying again: TransactionContext Error.*conflict/,
  )
})

test('a statement that was refused counts once', async () => {
  await execute('create table counter as select 0 as n')
  const roll = await another('update counter set n = n + 100')
  const added = execute('update counter set n = n + 1')
  await inTheWay()
  await roll()
  expect((await added).rowCount).toBe(1)
  expect(await one('select n from counter')).toBe('1')
})

test('inside of a transaction nothing is repeated: it fails as a whole', async () => {
  await execute('create table counter as select 0 as n')
  const roll = await another('update counter set n = n + 100')
  await expect(execute('begin; update counter set n = n + 1; commit')).rejects.toThrow('Conflict on update')
  await roll()
  await execute('begin; commit; update counter set n = n + 2')
  const again = await another('update counter set n = n + 100')
  const added = execute('begin; rollback; update counter set n = n + 1')
  await inTheWay()
  await again()
  await added
  expect(await one('select n from counter')).toBe('3')
})

test('what is in the way for long, and every other error, is told', async () => {
  const conflict = new Error('TransactionContext Error: Catalog write-write conflict on create with "t"')
  let asked = 0
  const refuse = async () => {
    asked++
    throw conflict
  }
  const stopping = new AbortController()
  const waiting = retryConflicts(refuse, stopping.signal, (line) => notes.push(line))
  await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(2)
  stopping.abort()
  await expect(waiting).rejects.toThrow('abort')
  expect(notes).toHaveLength(1)
  const other = new Error('Constraint Error: Duplicate key "id: 1" violates primary key constraint.')
  await expect(retryConflicts(() => Promise.reject(other), signal, undefined)).rejects.toBe(other)
})

test('others that are in the way again and again are waited for, for about a minute', async () => {
  const conflict = new Error('TransactionContext Error: Transaction conflict')
  const { signal } = new AbortController()
  let waitedMs = 0
  const pause = async (ms: number) => {
    waitedMs += ms
  }
  await expect(retryConflicts(() => Promise.reject(conflict), signal, undefined, pause)).rejects.toBe(
    conflict,
  )
  expect(waitedMs).toBeGreaterThan(40_000)
  expect(waitedMs).toBeLessThan(80_000)
})

test('a transaction of ours is repeated as a whole, and does nothing twice', async () => {
  await execute('create table t as select 1 as a; create table log (a integer)')
  const roll = await another('update t set a = 10')
  const ours = 'begin; insert into log values (1); update t set a = a + 1; commit'
  const options = { signal, note: (line: string) => void notes.push(line) }
  const changed = warehouse.execute(ours, { ...options, isFramed: true })
  await inTheWay()
  await roll()
  await changed
  expect(Number(await one('select a from t'))).toBe(2)
  expect(Number(await one('select count(*) from log'))).toBe(1)
})
