import { execFile } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { silent } from '../../lib/log.ts'
import { supervise } from './supervisor.ts'

const options = {
  command: 'no-such-command',
  env: {},
  handover: Promise.resolve({}),
  log: silent,
  onDeath: () => Promise.resolve(),
}

const running = () => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length

test('nothing is started before its time', async () => {
  const { promise: time, resolve: comes } = Promise.withResolvers<void>()
  const supervised = supervise({ ...options, after: time })
  await setImmediate()
  expect(running()).toBe(0)
  comes()
  await expect.poll(running).toBe(1)
  await supervised.stop()
  await expect.poll(running).toBe(0)
})

test('nothing is started when what it waited for fails, or when it was stopped before', async () => {
  const { promise: time, resolve: comes } = Promise.withResolvers<void>()
  const failed = supervise({ ...options, after: Promise.reject(new Error('no modules')) })
  const stopped = supervise({ ...options, after: time })
  await stopped.stop()
  comes()
  await setImmediate()
  expect(running()).toBe(0)
  await failed.stop()
})

/** Stops in the third pause, of five seconds, and says how many timers keep it alive. */
const stopsInPause = `
  import { silent } from '${import.meta.resolve('../../lib/log.ts')}'
  import { supervise } from '${import.meta.resolve('./supervisor.ts')}'
  const { promise: third, resolve: diesAgain } = Promise.withResolvers()
  let deaths = 0
  const supervised = supervise({
    command: 'no-such-command',
    env: {},
    after: Promise.resolve(),
    handover: Promise.resolve({}),
    log: silent,
    onDeath: async () => void (++deaths === 3 && diesAgain()),
  })
  await third
  await new Promise(setImmediate)
  await supervised.stop()
  console.log(process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length)`

test('a process that is stopped between two starts does not wait for the next one', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', stopsInPause])
  expect(stdout).toBe('0\n')
})
