import { setImmediate } from 'node:timers/promises'
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
