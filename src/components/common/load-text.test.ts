import { expect, test } from 'vitest'
import type { BulkLoad, Warehouse } from '../../warehouses/warehouse.ts'
import { WarehouseError } from '../../warehouses/warehouse-error.ts'
import { loadText } from './load-text.ts'

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
