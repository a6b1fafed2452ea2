import { expect, test } from 'vitest'
import { paintFor } from './colour.ts'
import { type Column, tableLines } from './table.ts'

interface Row {
  readonly name: string
  readonly count: number
}
const columns: readonly Column<Row>[] = [
  { title: 'name', value: (row) => row.name },
  { title: 'count', value: (row) => row.count, align: 'right' },
]

test('columns are aligned under their headings', () => {
  const rows = [
    { name: 'a', count: 1 },
    { name: 'longer', count: 2000 },
  ]
  expect(tableLines(columns, rows)).toEqual([
    'NAME    COUNT', //
    'a           1',
    'longer   2000',
  ])
})

test('a table may have hundreds of thousands of rows', () => {
  const rows = Array.from({ length: 200_000 }, (_, count) => ({ name: 'row', count }))
  expect(tableLines(columns, rows).at(-1)).toBe('row   199999')
})

test('a table never gets wider than the terminal while a column can be shortened', () => {
  const id = 'x'.repeat(36)
  const wide: Column<Row>[] = [{ title: 'id', value: () => id, whole: true }, ...columns]
  const lines = tableLines(wide, [{ name: 'n'.repeat(100), count: 1 }], 60)
  expect(lines[1]).toContain(id)
  expect(lines[1]).toContain('…')
  expect(lines.every((line) => line.length <= 60)).toBe(true)
})

test('colours do not disturb the alignment', () => {
  const painted = columns.map((column) => ({ ...column, paint: (text: string) => `<${text}>` }))
  expect(tableLines(painted, [{ name: 'a', count: 1 }])[1]).toBe('<a   >  <    1>')
})

test('control characters of a value do not reach the terminal', () => {
  expect(tableLines(columns, [{ name: 'a\u001b[31m\nb', count: 1 }])[1]).toBe('a [31m b      1')
})

test('colours are for terminals only, and NO_COLOR turns them off', () => {
  const write = () => undefined
  expect(paintFor({ write, isTTY: true }, {})('red', 'x')).toBe('\u001b[31mx\u001b[0m')
  expect(paintFor({ write, isTTY: false }, {})('red', 'x')).toBe('x')
  expect(paintFor({ write, isTTY: true }, { NO_COLOR: '1' })('red', 'x')).toBe('x')
  expect(paintFor({ write, isTTY: true }, { TERM: 'dumb' })('red', 'x')).toBe('x')
})
