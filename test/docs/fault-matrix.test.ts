import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { trackedFiles } from '../support/tracked-files.ts'

const named = /['"`]F(\d+): /g
const ROWS = 31

/** The files of each row, by the table. */
const told = new Map(
  readFileSync('docs/guides/faults.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, row, rest] = /^\| F(\d+) \|(.*)$/.exec(line) ?? []
      return row === undefined ? [] : [[Number(row), filesOf(rest!)] as const]
    }),
)

function filesOf(cells: string): readonly string[] {
  return [...cells.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, file]) => file!).toSorted()
}

test('the table of faults names every test that bears the name of a row, and no other', () => {
  const found = new Map<number, Set<string>>()
  for (const file of trackedFiles().filter((one) => /\.(test|soak|upgrade)\.ts$/.test(one))) {
    for (const [, row] of readFileSync(file, 'utf8').matchAll(named))
      found.set(Number(row), (found.get(Number(row)) ?? new Set()).add(file))
  }
  expect([...told.keys()]).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1))
  for (const [row, files] of told) expect([row, files]).toEqual([row, [...(found.get(row) ?? [])].toSorted()])
})
