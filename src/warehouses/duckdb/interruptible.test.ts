import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { createLimit } from '../limit.ts'
import { nativeCalls } from './interruptible.ts'

const endless =
  'select count(*) from range(1000000000) a, range(1000000000) b where a.range * b.range % 7 = 3'

test('an abort in the moment before DuckDB begins is not lost', async () => {
  const connection = await (await DuckDBInstance.create()).connect()
  const call = nativeCalls(createLimit(1))
  for (let n = 0; n < 5; n++) {
    const cancel = new AbortController()
    const reason = new Error('cancelled')
    const running = call(connection, cancel.signal, () => {
      const begun = connection.run(endless)
      cancel.abort(reason)
      return begun
    })
    await expect(running).rejects.toBe(reason)
  }
  connection.closeSync()
})
