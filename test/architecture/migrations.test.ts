import { readdir, readFile } from 'node:fs/promises'
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

test('decisions are numbered without gaps and without duplicates, and bear their number', async () => {
  const files = (await readdir('docs/adr')).filter((file) => /^\d{4}-/.test(file)).sort()
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
  for (const file of files) {
    const [title = ''] = (await readFile(`docs/adr/${file}`, 'utf8')).split('\n', 1)
    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `))
  }
})
