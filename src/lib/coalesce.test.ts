import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesced, gathered } from './coalesce.ts'

test('equal questions of one turn are asked once, others and later ones again', async () => {
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

test('what is asked while an equal question is in flight is asked once more, when that is answered', async () => {
  const answers: PromiseWithResolvers<string>[] = []
  const ask = coalesced(
    () => 'key',
    (_question: number) => {
      answers.push(Promise.withResolvers())
      return answers.at(-1)!.promise
    },
  )
  const first = ask(1)
  await turn()
  await turn()
  const later = [ask(2)]
  await turn()
  later.push(ask(3))
  expect(answers).toHaveLength(1)
  answers[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  expect(answers).toHaveLength(2)
  answers[1]!.resolve('new')
  expect(await Promise.all(later)).toEqual(['new', 'new'])
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

function upper() {
  const asked: (readonly string[])[] = []
  const ask = gathered(async (keys) => {
    asked.push(keys)
    if (keys.includes('fault')) throw new Error('away')
    return new Map(keys.filter((key) => key !== 'unknown').map((key) => [key, key.toUpperCase()]))
  })
  return { ask, asked }
}

test('what is asked in one turn is asked together, equal questions once', async () => {
  const { ask, asked } = upper()
  expect(await Promise.all([ask('a'), ask('b'), ask('a'), ask('unknown')])).toEqual([
    'A',
    'B',
    'A',
    undefined,
  ])
  expect(asked).toEqual([['a', 'b', 'unknown']])
})

test('a question of a later turn is asked again, also while the first is in flight', async () => {
  const { ask, asked } = upper()
  const first = ask('a')
  await turn()
  await Promise.all([first, ask('a')])
  expect(asked).toEqual([['a'], ['a']])
})

test('an error rejects every caller, and the next question is asked', async () => {
  const { ask } = upper()
  const both = await Promise.allSettled([ask('fault'), ask('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('A')
})
