import { expect, test } from 'vitest'
import type { BulkLoad, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { blocksOf, loadText } from './load-text.ts'

async function* text() {
  yield Buffer.from('1\n2\n')
}

/** Loads into a database of which this much fails. */
function load(parts: Pick<BulkLoad, 'commit'> & { readonly copy?: () => Promise<number> }) {
  const bulk = { text: { copy: async () => 2, ...parts }, rollback: async () => undefined, ...parts }
  const warehouse = { beginLoad: async () => bulk } as unknown as Warehouse
  const options = { signal: new AbortController().signal } as never
  return loadText({ warehouse, options, table: 't', columns: [], progressed: () => undefined }, text())
}

const lost = () => Promise.reject(new WarehouseError('The connection was lost'))

test('a commit that fails is not taken for a text that the database refuses: it may have committed', async () => {
  await expect(load({ commit: lost })).rejects.toThrow('The connection was lost')
})

test('a text that the database refuses leaves the rows to be read one by one', async () => {
  expect(await load({ commit: async () => undefined, copy: lost })).toBeUndefined()
  expect(await load({ commit: async () => undefined })).toBe(2)
})

test('a folder that cannot be made ends the transaction', async () => {
  let rolledBack = 0
  const bulk = { rollback: async () => void rolledBack++ }
  const full = () => Promise.reject(new Error('ENOSPC: no space left on device'))
  const warehouse = { beginLoad: async () => bulk, fileReader: { makeFolder: full } } as unknown as Warehouse
  const options = { signal: new AbortController().signal } as never
  const loading = { warehouse, options, table: 't', columns: [], progressed: () => undefined }
  await expect(loadText(loading, text())).rejects.toThrow('ENOSPC')
  expect(rolledBack).toBe(1)
})

test('pieces that end anywhere become blocks of whole lines, also where a line is longer than many of them', async () => {
  const lines = ['a', 'b'.repeat(3_000_000), '', 'c'.repeat(500_000), 'd'.repeat(700_000), 'e']
  const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  async function* pieces() {
    for (let at = 0; at < whole.length; at += 65_000) yield whole.subarray(at, at + 65_000)
  }
  const blocks = await Array.fromAsync(blocksOf(pieces()))
  expect(Buffer.concat(blocks).equals(whole)).toBe(true)
  expect(blocks.map((block) => block.at(-1))).toEqual(blocks.map(() => 10))
  expect(blocks).toHaveLength(2)
})
