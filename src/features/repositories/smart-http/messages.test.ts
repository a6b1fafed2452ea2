import { expect, test } from 'vitest'
import { changeLines, faultLines } from './messages.ts'

test('what a push changed is one phrase a ref, and only the first few of many', () => {
  expect(
    changeLines([
      { ref: 'refs/heads/main', before: 'a'.repeat(40), after: 'd'.repeat(40) },
      { ref: 'refs/heads/gone', before: 'b'.repeat(40), after: undefined },
      { ref: 'refs/tags/v1', before: undefined, after: 'e'.repeat(40) },
    ]),
  ).toEqual(['main aaaaaaaa..dddddddd', 'gone deleted', 'refs/tags/v1 new at eeeeeeee'])
  const many = Array.from({ length: 30 }, (_, i) => ({
    ref: `refs/heads/b${i}`,
    before: undefined,
    after: 'f'.repeat(40),
  }))
  expect(changeLines(many)).toHaveLength(11)
  expect(changeLines([])).toEqual([])
})

test('a pusher sees errors only: the first few, and their number', () => {
  const fault = (line: number, severity: 'error' | 'warning') => ({
    severity,
    file: 'a.orch.yaml',
    line,
    rule: 'x',
    message: 'is wrong',
  })
  expect(faultLines('main', [fault(1, 'warning')])).toEqual([])
  const lines = faultLines(
    'main',
    Array.from({ length: 25 }, (_, i) => fault(i + 1, 'error')),
  )
  expect(lines).toHaveLength(22)
  expect(lines[1]).toBe('  a.orch.yaml:1: is wrong')
  expect(lines.at(-1)).toBe('  and 5 more')
})
