import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../../../test/support/git.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import { judgedRuns } from './deviation.ts'
import { openRunHistory } from './run-history.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const folder = useFolder()

test('a pipeline that runs every minute knows the last 30 runs of each weekday, and no more are kept', async () => {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  try {
    const warehouse = await warehouses.open({ type: 'DUCKDB', path: join(folder.path, 'runs.duckdb') })
    const open = () =>
      openRunHistory(warehouse, { table: 'orders' }, 'series', { signal: new AbortController().signal })
    const monday = Date.UTC(2026, 0, 5)
    for (const [day, count] of [
      [0, 32],
      [1, 40],
      [7, 2],
    ] as const)
      for (let n = 0; n < count; n++) {
        const at = new Date(monday + day * DAY_MS + n * MINUTE_MS)
        await (await open()).remember(warehouse, { at, tableRows: n, writtenRows: day })
      }
    const { runs } = await open()
    expect(runs).toHaveLength(60)
    const mondays = judgedRuns(runs, { written: false, weekday: 1 })
    expect(mondays).toEqual([1, 0, ...Array.from({ length: 28 }, (_, n) => 31 - n)])
    expect(judgedRuns(runs, { written: true, weekday: 2 })).toHaveLength(30)
  } finally {
    await warehouses.close()
  }
})
