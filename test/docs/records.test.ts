import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('records of decisions are numbered one after the other, in their names and their headings', () => {
  const names = readdirSync('docs/adr').filter((name) => /^\d/.test(name))
  const headings = names.map((name) => /^# (\d+)\. /.exec(readFileSync(`docs/adr/${name}`, 'utf8'))?.[1])
  const counted = names.map((_, at) => at + 1)
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(counted)
  expect(headings.map(Number)).toEqual(counted)
})
