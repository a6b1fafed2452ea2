import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesced } from './coalesce.ts'

test('equal questions of one turn are asked once, others and later ones anew', async () => {
  const asked: string[] = []
  const ask = coalesced(
    (text: string) => text,
    async (text) => {
      asked.push(text)
      return asked.length
    },
  )
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual([1, 1, 2])
  await turn()
  await turn()
  expect(await ask('a')).toBe(3)
})

test('a failure reaches everybody who asked, and the next turn tries again', async () => {
  let fails = true
  const ask = coalesced(
    () => 'key',
    async (_question: number) => {
      if (fails) throw new Error('away')
      return 'well'
    },
  )
  const results = await Promise.allSettled([ask(1), ask(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  await turn()
  await turn()
  expect(await ask(3)).toBe('well')
})
