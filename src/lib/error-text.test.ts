import { expect, test } from 'vitest'
import { machineAdvice } from './error-text.ts'

test.each([
  ['ENOSPC', '. The disk of the runner is full: make room there, then run the step again'],
  ['EROFS', '. The file system of the runner is read-only: make it writable, then run the step again'],
  ['EMFILE', '. The runner has too many files open: raise its limit (ulimit -n), then run the step again'],
  ['ENOENT', ''],
  ['toString', ''],
])('%s of the runner says what to do', (code, said) => {
  expect(machineAdvice(Object.assign(new Error(code), { code }))).toBe(said)
})

test('what is no error of the system has no advice', () => {
  for (const other of [new Error('x'), undefined, 'ENOSPC']) expect(machineAdvice(other)).toBe('')
})
