import { expect, test } from 'vitest'
import { columnName } from './quote.ts'

test('names of columns have no sign that BigQuery refuses in them, and are as long as it takes', () => {
  expect(columnName('Owner.Name', '')).toBe('Owner_Name')
  expect(columnName('Äpfel & "Birnen" (kg)?', '_2')).toBe('Äpfel & _Birnen_ _kg___2')
  expect(columnName('x'.repeat(400), '_2')).toBe(`${'x'.repeat(298)}_2`)
})
