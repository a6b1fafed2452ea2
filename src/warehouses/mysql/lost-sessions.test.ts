import { expect, test } from 'vitest'
import { createLostSessions } from './lost-sessions.ts'

test('a session that is cancelled as it takes its place gives it back', async () => {
  const lost = createLostSessions()
  const asked: string[] = []
  const session = (signal: AbortSignal) => ({
    signal,
    async ask(sql: string) {
      asked.push(sql)
      signal.throwIfAborted()
      return { columns: [], rows: [], affectedRows: 0 }
    },
  })
  const cancelled = session(AbortSignal.abort(new Error('enough')))
  for (let tries = 0; tries < 10; tries++)
    await expect(lost.enter(cancelled, 'step')).rejects.toThrow('enough')
  expect(asked).toHaveLength(10)
  await lost.enter(session(new AbortController().signal), 'step')
  expect(asked.at(-1)).toBe(asked[0])
})
