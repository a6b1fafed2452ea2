import { expect, test } from 'vitest'
import { faultAt, faultWithin } from './property-context.ts'

const faults = [
  { path: ['mapping', 1, 0], message: 'unknown variable' },
  { path: ['openAI', 'model'], message: 'missing' },
] as const

test('a field shows what is wrong with it and with its cells, a cell what is wrong with itself', () => {
  expect(faultWithin(faults, ['mapping'])).toBe('unknown variable')
  expect(faultWithin(faults, ['mapping', 1, 0])).toBe('unknown variable')
  expect(faultWithin(faults, ['mapping', 1, 1])).toBeUndefined()
  expect(faultWithin(faults, ['map'])).toBeUndefined()
  expect(faultAt(faults, ['openAI'])).toBeUndefined()
  expect(faultAt(faults, ['openAI', 'model'])).toBe('missing')
})
