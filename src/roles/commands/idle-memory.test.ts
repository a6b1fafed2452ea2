import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Makes many objects, then waits until their room is given back, and tells how much it was. */
const program = `
  import v8 from 'node:v8'
  import { giveMemoryBackWhenIdle } from ${JSON.stringify(resolve(import.meta.dirname, 'idle-memory.ts'))}
  const room = () => v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
  giveMemoryBackWhenIdle()
  let some = []
  for (let i = 0; i < 3e6; i++) {
    some.push({ i, text: 'x' + i })
    if (some.length > 30_000) some = []
  }
  const busy = room()
  const looking = setInterval(() => {
    if (room() >= busy / 4) return
    clearInterval(looking)
    console.log(JSON.stringify({ busy, idle: room() }))
  }, 50)
`

test('a process that was busy gives its room for new objects back', { timeout: 30_000 }, async () => {
  const flags = ['--max-semi-space-size=32', '--input-type=module', '--eval', program]
  const { stdout } = await run(process.execPath, flags, { timeout: 25_000 })
  const { busy, idle } = JSON.parse(stdout) as { busy: number; idle: number }
  expect(busy).toBeGreaterThan(16_000_000)
  expect(idle).toBeLessThan(4_000_000)
})
