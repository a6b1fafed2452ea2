import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PassingMap } from './passing-map.ts'

const run = promisify(execFile)

test('values come and go by id, and are listed in the order in which they came', () => {
  const map = new PassingMap<{ n: number }>()
  for (const n of [1, 2, 3]) map.set(`id ${n}`, { n })
  map.set('id 1', { n: 4 })
  map.delete('id 2')
  map.delete('id 2')
  map.set('constructor', { n: 5 })
  expect(map.get('id 2')).toBeUndefined()
  expect(map.get('toString')).toBeUndefined()
  expect(map.ids()).toEqual(['id 1', 'id 3', 'constructor'])
  expect(map.values()).toEqual([{ n: 4 }, { n: 3 }, { n: 5 }])
  expect(map.size).toBe(3)
})

/**
 * Adds 50,000 values, of which it holds 300 at a time, and prints by how many MB the old generation has
 * grown.
 */
const program = (made: string) => `
  import v8 from 'node:v8'
  const { PassingMap } = await import(${JSON.stringify(resolve(import.meta.dirname, 'passing-map.ts'))})
  const map = ${made}
  const old = () => v8.getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
  const before = old()
  const isHeld = (n) => n >= 300
  for (let n = 0; n < 50_000; n++) {
    map.set('execution ' + n, { rows: Array.from({ length: 250 }, (_, i) => ({ i, n })) })
    if (isHeld(n)) map.delete('execution ' + (n - 300))
  }
  console.log(Math.round((old() - before) / 1e6))
`

async function oldMb(made: string): Promise<number> {
  // With one thread the collector does the same in every run.
  const flags = ['--single-threaded', '--max-semi-space-size=16', '--no-incremental-marking']
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', program(made)])
  return Number(stdout)
}

test('removed values do not stay in the old generation, as those of a Map do', async () => {
  const [passing, plain] = [await oldMb('new PassingMap()'), await oldMb('new Map()')]
  expect(passing).toBeLessThan(plain / 2)
}, 60_000)
