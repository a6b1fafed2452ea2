import { expect, test } from 'vitest'
import { changeLines, faultLines } from './messages.ts'

test('what a push changed is one phrase a ref, and only the first few of many', () => {
  const before = new Map([
    ['refs/heads/main', 'a'.repeat(40)],
    ['refs/heads/gone', 'b'.repeat(40)],
    ['refs/heads/same', 'c'.repeat(40)],
  ])
  const after = new Map([
    ['refs/heads/main', 'd'.repeat(40)],
    ['refs/heads/same', 'c'.repeat(40)],
    ['refs/tags/v1', 'e'.repeat(40)],
  ])
  expect(changeLines(before, after)).toEqual([
    'main aaaaaaaa..dddddddd',
    'gone deleted',
    'refs/tags/v1 new at eeeeeeee',
  ])
  const many = new Map(Array.from({ length: 30 }, (_, i) => [`refs/heads/b${i}`, 'f'.repeat(40)]))
  expect(changeLines(new Map(), many)).toHaveLength(11)
  expect(changeLines(after, after)).toEqual([])
})

test('a pusher is told of errors only, of the first few with their number', () => {
  const fault = (line: number, severity: 'error' | 'warning') => ({
    ...{ severity, file: 'a.orch.yaml', line, rule: 'x', message: 'is wrong' },
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
