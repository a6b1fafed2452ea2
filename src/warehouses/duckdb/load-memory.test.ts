import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWarehouses } from '../open.ts'
import { confine } from './confine.ts'
import { type LoadMemory, loadMemoryOf } from './load-memory.ts'

const timeout = 60_000
let folder: string
let instance: DuckDBInstance
let connection: DuckDBConnection
let memory: LoadMemory

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-memory-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function open(memoryMib: number | undefined): Promise<void> {
  instance = await DuckDBInstance.create(join(folder, 'dev.duckdb'))
  connection = await instance.connect()
  memory = await loadMemoryOf(instance, memoryMib)
  await confine(connection, { folders: [], memoryMib })
  onTestFinished(async () => {
    await memory.close()
    connection.closeSync()
    instance.closeSync()
  })
}

async function cellOf(sql: string): Promise<unknown> {
  return (await connection.runAndReadAll(sql)).getRows()[0]?.[0]
}

const heldMb = async () =>
  Number(
    await cellOf(
      "select coalesce(sum(memory_usage_bytes), 0)::double / 1e6 from duckdb_memory() where tag = 'BASE_TABLE'",
    ),
  )

test.each([undefined, 500])(
  'the engine does not hold what a load has written, and has the memory that it had: %s MiB',
  async (memoryMib) => {
    await open(memoryMib)
    const limit = await cellOf("select current_setting('memory_limit')")
    // 80 MB that cannot be compressed.
    await connection.run('create table t as select hash(range) as h from range(10_000_000)')
    expect(await heldMb()).toBeGreaterThan(75)
    await vi.waitFor(async () => {
      await memory.giveBack()
      expect(await heldMb()).toBeLessThan(20)
    }, timeout)
    expect(await cellOf("select current_setting('memory_limit')")).toBe(limit)
    // More than the limit was meanwhile, and nothing of it can be spilled.
    const list = 'select len(list(range)) from range(20_000_000)'
    expect(await cellOf(list)).toBe(20_000_000n)
    expect(await cellOf('select sum(h % 1000)::varchar from t')).toBe(
      await cellOf('select sum(hash(range) % 1000)::varchar from range(10_000_000)'),
    )
  },
  timeout,
)

test('SQL does not decide about its memory', async () => {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const never = { signal: new AbortController().signal }
  try {
    const warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'other.duckdb') })
    for (const sql of [
      "set memory_limit = '1GB'",
      'set global "MEMORY_LIMIT" = \'1GB\'',
      "set /* a */ session memory_limit to '1GB'",
      "pragma memory_limit = '1GB'",
      'reset global memory_limit',
      "set max_memory = '1GB'",
      "pragma max_memory = '1GB'",
      "begin; set memory_limit = '1GB'; commit",
      "prepare p as set memory_limit = '1GB'",
    ])
      await expect(warehouse.execute(sql, never), sql).rejects.toThrow(/is not available here. SQL may set /)
    const { batches } = await warehouse.query("select 'memory_limit' as set", never)
    expect((await Array.fromAsync(batches)).flat()).toEqual([['memory_limit']])
  } finally {
    await warehouses.close()
  }
})
