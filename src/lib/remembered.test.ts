import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('an answer is remembered, and a failure is not', async () => {
  let loads = 0
  const ask = remembered(60_000, async (key) => {
    if (++loads === 1) throw new Error('away')
    return `${key} ${loads}`
  })
  await expect(ask('a')).rejects.toThrow('away')
  expect([await ask('a'), await ask('a'), await ask('b')]).toEqual(['a 2', 'a 2', 'b 3'])
})

test('a question that fails after all was forgotten leaves the answer of the next one', async () => {
  const loads: PromiseWithResolvers<string>[] = []
  const ask = remembered(60_000, () => {
    const load = Promise.withResolvers<string>()
    loads.push(load)
    return load.promise
  })
  const old = ask('a')
  ask.forget()
  const fresh = ask('a')
  loads[0]!.reject(new Error('away'))
  await expect(old).rejects.toThrow('away')
  await turn()
  loads[1]!.resolve('fresh')
  expect([await fresh, await ask('a'), loads.length]).toEqual(['fresh', 'fresh', 2])
})
