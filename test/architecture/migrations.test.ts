import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Numbers that no migration has: these were withdrawn before anybody applied them, and are not used again. */
const WITHDRAWN = [12]

test('migrations are numbered without gaps and without duplicates', async () => {
  const files = (await readdir('db/migrations')).sort()
  for (const file of files) expect(file).toMatch(/^\d{4}-[a-z-]+\.sql$/)
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  const expected = Array.from({ length: numbers.at(-1)! }, (_, i) => i + 1)
  expect(numbers).toEqual(expected.filter((number) => !WITHDRAWN.includes(number)))
})
