import { beforeEach, expect, test } from 'vitest'
import { LOWEST_ID, type RunnerId } from '../../../lib/ids.ts'
import { type Backlog, createBacklog } from './backlog.ts'

const runner = 'runner' as RunnerId
let backlog: Backlog

beforeEach(() => {
  backlog = createBacklog()
})

/** From where it looks; undefined when it does not look. */
async function lookedFrom(left?: string, everything = false): Promise<string | undefined> {
  let from: string | undefined
  await backlog.scan(runner, everything, async (id) => {
    from = id
    return left
  })
  return from
}

test('a look begins at the lowest of what was added, whatever the order', async () => {
  for (const id of ['5', '3', '4']) backlog.add(runner, id)
  expect(await lookedFrom()).toBe('3')
})

test('where nothing waits there is no look, unless everything is looked through', async () => {
  expect(await lookedFrom()).toBeUndefined()
  expect(await lookedFrom(undefined, true)).toBe(LOWEST_ID)
})

test('the next scan starts with what the previous one left, and there is none when it left nothing', async () => {
  backlog.add(runner, '3')
  await lookedFrom('7')
  expect(backlog.count(runner)).toBe(Number.POSITIVE_INFINITY)
  expect(await lookedFrom()).toBe('7')
  expect(backlog.count(runner)).toBe(0)
  expect(await lookedFrom()).toBeUndefined()
})

test('what is added during a look is not lost, whatever the look found', async () => {
  backlog.add(runner, '3')
  await backlog.scan(runner, false, async () => {
    backlog.add(runner, '2')
    return '9'
  })
  expect(await lookedFrom()).toBe('2')
  await backlog.scan(runner, true, async () => {
    backlog.add(runner, '4')
    return undefined
  })
  expect(await lookedFrom()).toBe('4')
})

test('what was added before a look does not hold back the next one', async () => {
  backlog.add(runner, '3')
  await lookedFrom('6')
  await lookedFrom('8')
  expect(await lookedFrom()).toBe('8')
})

test('a look that fails leaves everything as it was', async () => {
  backlog.add(runner, '3')
  const failing = backlog.scan(runner, false, () => Promise.reject(new Error('away')))
  await expect(failing).rejects.toThrow('away')
  expect(await lookedFrom()).toBe('3')
})

test('executions for a runner without a session here are forgotten', async () => {
  backlog.add(runner, '3')
  backlog.forget(runner)
  expect(backlog.count(runner)).toBe(0)
})

test('notified executions are counted until a scan has seen them', async () => {
  backlog.add(runner, '3', 2)
  backlog.add(runner, '5', 1)
  expect(backlog.count(runner)).toBe(3)
  await backlog.scan(runner, false, async () => {
    backlog.add(runner, '6', 4)
    return undefined
  })
  expect(backlog.count(runner)).toBe(4)
  backlog.add(runner, '1')
  expect(backlog.count(runner)).toBe(Number.POSITIVE_INFINITY)
})
