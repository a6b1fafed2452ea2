import { expect, test } from 'vitest'
import { postgresHint } from './hints.ts'

test.each([
  ['row is too big: size 8528, maximum size 8160', '54000', 'write fewer columns'],
  ['tables can have at most 1600 columns', '54011', 'write fewer columns'],
  ['target lists can have at most 1664 entries', '54011', 'write fewer columns'],
  ['stack depth limit exceeded', '54001', 'rewrite-table'],
])('%s: the advice fits', (message, code, advice) => {
  expect(postgresHint(message, code)).toContain(advice)
})
