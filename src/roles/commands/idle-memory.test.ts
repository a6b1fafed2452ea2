import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

const start = `
  import { PerformanceObserver } from 'node:perf_hooks'
  import { setTimeout as sleep } from 'node:timers/promises'
  import v8 from 'node:v8'
  import { giveMemoryBackWhenIdle } from ${JSON.stringify(resolve(import.meta.dirname, 'idle-memory.ts'))}
  const room = () => v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
  const work = (objects) => {
    let some = []
    for (let i = 0; i < objects; i++) {
      some.push({ i, text: 'x' + i })
      if (some.length > 30_000) some = []
    }
  }
`

/**
 * Makes many objects, then waits until their room is given back, and tells how much it was and what is
 * collected after that.
 */
const busyOnce = `${start}
  giveMemoryBackWhenIdle(1_000)
  const kept = Array.from({ length: 500_000 }, (_, i) => ({ i, text: 'x' + i }))
  work(3e6)
  const busy = room()
  while (room() >= busy / 4) await sleep(50)
  const idle = room()
  await sleep(100)
  let later = 0 // The collector waits eight seconds before it collects on its own.
  new PerformanceObserver((list) => { later += list.getEntries().length }).observe({ entryTypes: ['gc'] })
  await sleep(9_500)
  console.log(JSON.stringify({ busy, idle, later, kept: kept.length }))
`

test('a process that was busy gives its room for new objects back, and collects once for that', {
  timeout: 40_000,
}, async () => {
  const flags = ['--max-semi-space-size=32', '--input-type=module', '--eval', busyOnce]
  const { stdout } = await run(process.execPath, flags, { timeout: 35_000 })
  const { busy, idle, later } = JSON.parse(stdout) as { busy: number; idle: number; later: number }
  expect(busy).toBeGreaterThan(16_000_000)
  expect(idle).toBeLessThan(4_000_000)
  expect(later).toBe(0)
})

/**
 * Answers something twenty times a second, for ten looks, and tells how much room it had before and after.
 */
const used = `${start}
  work(3e6)
  const busy = room()
  giveMemoryBackWhenIdle(250)
  for (const end = Date.now() + 2_500; Date.now() < end; await sleep(50)) {
    const used = process.cpuUsage()
    while (process.cpuUsage(used).user < 5_000) work(100)
  }
  console.log(JSON.stringify({ busy, idle: room() }))
`

test('a process that answers now and then keeps its room, and is not stopped to give it back', {
  timeout: 40_000,
}, async () => {
  const flags = ['--max-semi-space-size=32', '--input-type=module', '--eval', used]
  const { stdout } = await run(process.execPath, flags, { timeout: 35_000 })
  const { busy, idle } = JSON.parse(stdout) as Record<'busy' | 'idle', number>
  expect(idle).toBe(busy)
})
