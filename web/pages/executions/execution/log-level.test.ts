import { expect, test } from 'vitest'
import { atLeast, levelOf } from './log-level.ts'

test('the level of a line is read where programs write it', () => {
  expect(levelOf('ERROR: relation "orders" does not exist')).toBe('error')
  expect(levelOf('2026-11-22 10:00:00,123 WARNING loader: slow')).toBe('warning')
  expect(levelOf('[warn] retrying')).toBe('warning')
  expect(levelOf('level=info msg=started')).toBe('info')
  expect(levelOf('Traceback (most recent call last):')).toBe('error')
  expect(levelOf('1200 orders without an error')).toBeUndefined()
  expect(levelOf(`${'x'.repeat(80)} ERROR`)).toBeUndefined()
})

test('lines of an error stay together, and those of other steps between them do not count', () => {
  const line = (text: string, seq: number, at = text) => ({ at, text, seq, execution: 'e' })
  const lines = [
    line('INFO begin', 1),
    line('Traceback (most recent call last):', 1),
    line('Loading', 2),
    line('  File "load.py", line 3', 1),
    line('done', 1),
    line('WARN slow', 2),
    line('ERROR: no such table', 3, 'now'),
    line('LINE 1: select * from t', 3, 'now'),
  ]
  const texts = (level: 'warning' | 'error') => atLeast(lines, level).map(({ text }) => text)
  expect(texts('error')).toEqual([
    'Traceback (most recent call last):',
    '  File "load.py", line 3',
    'ERROR: no such table',
    'LINE 1: select * from t',
  ])
  expect(texts('warning')).toContain('WARN slow')
  expect(atLeast(lines, undefined)).toBe(lines)
})
