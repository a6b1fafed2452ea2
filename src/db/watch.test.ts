import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silent } from '../lib/log.ts'
import { createWatch } from './watch.ts'

const aClient = () => ({ connection: { stream: { bytesRead: 0 } } }) as unknown as pg.ClientBase

test('a process is woken to look at its connections only while an answer is awaited', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const watch = createWatch({}, silent)
  const [one, other] = [aClient(), aClient()]
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked = [watch.exchange(one, () => first.promise), watch.exchange(other, () => second.promise)]
  expect(vi.getTimerCount()).toBe(1)
  first.resolve()
  await asked[0]
  expect(vi.getTimerCount()).toBe(1)
  second.reject(new Error('refused'))
  await expect(asked[1]).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
})
