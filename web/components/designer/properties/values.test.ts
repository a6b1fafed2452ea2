import { expect, test } from 'vitest'
import { controlOf, fieldsOf } from './form-schema.ts'
import { choiceWritten, columnsOf, listAsRows, listWritten, rowsOf, rowsWritten, written } from './values.ts'

const text = { type: 'string' } as const
const yesNo = { type: 'string', enum: ['Yes', 'No'] } as const
const list = { type: 'array', items: { type: 'string' } } as const
const rows = { type: 'array', items: { type: 'array' }, 'x-columns': ['name', 'value'] } as const
const query = {
  properties: {
    mode: { type: 'string', enum: ['Basic', 'Advanced'] },
    query: { type: 'string', 'x-editor': 'sql', 'x-when': { mode: ['Advanced'] } },
    table: { type: 'string', 'x-when': { mode: ['Basic'] } },
    targetTable: { type: 'string', 'x-when': { mode: ['Basic'] }, 'x-older': true },
  },
  required: ['query'],
} as const
const names = (values: Parameters<typeof fieldsOf>[1]) =>
  fieldsOf(query, values).known.map(({ name }) => name)

test('a form shows what has a meaning with the other values, and all that the file states', () => {
  expect(names({ mode: 'Advanced' })).toEqual(['mode', 'query'])
  expect(names({ mode: 'basic' })).toEqual(['mode', 'table'])
  expect(names({})).toEqual(['mode', 'query', 'table'])
  expect(names({ mode: '${mode}' })).toEqual(['mode', 'query', 'table'])
  expect(names({ mode: 'Advanced', targetTable: 't' })).toEqual(['mode', 'query', 'targetTable'])
})

test('what the catalogue does not know is listed apart, and nothing without a schema is lost', () => {
  expect(fieldsOf(query, { componentName: 'A', foreign: '1', mode: 'Basic' }).others).toEqual(['foreign'])
  expect(fieldsOf(undefined, { a: 1, b: [2] })).toEqual({ known: [], others: ['a', 'b'] })
})

test('while somebody writes, the control stays as long as it can show the value', () => {
  expect(controlOf(text, 'one', 'code')).toBe('code')
  expect(controlOf(text, undefined, 'code')).toBe('code')
  expect(controlOf(text, 'one\ntwo', 'text')).toBe('code')
  expect(controlOf(text, { a: 1 }, 'code')).toBe('yaml')
  expect(controlOf(rows, '${', 'yaml')).toBe('yaml')
  expect(controlOf(rows, '{grid}', 'text')).toBe('text')
  expect(controlOf(rows, [['a']], 'text')).toBe('rows')
  expect(controlOf(rows, { fromGrid: {} }, 'text')).toBe('yaml')
})

test('a value of another shape than the schema is edited as it is', () => {
  expect(controlOf(yesNo, 'yes')).toBe('choice')
  expect(controlOf(yesNo, true)).toBe('choice')
  expect(controlOf(yesNo, '${flag}')).toBe('choice')
  expect(controlOf(list, ['a', ['b']])).toBe('list')
  expect(controlOf(list, '${names}')).toBe('text')
  expect(controlOf(rows, [['a', 1], 'b'])).toBe('rows')
  expect(controlOf(rows, '${grid}')).toBe('text')
  expect(controlOf(rows, { fromGrid: { variable: 'g' } })).toBe('yaml')
  expect(controlOf(rows, [[['deep']]])).toBe('yaml')
  expect(controlOf(text, { a: 1 })).toBe('yaml')
  expect(controlOf(text, 'one\ntwo')).toBe('code')
  expect(controlOf({}, undefined)).toBe('yaml')
})

test('values are written as the file has them: texts, and numbers and truth values where it has those', () => {
  expect(written(undefined, '30', false)).toBe('30')
  expect(written('30', '31', false)).toBe('31')
  expect(written(30, '31', false)).toBe(31)
  expect(written(30, '${n}', false)).toBe('${n}')
  expect(written(30, '030', false)).toBe('030')
  expect(written(true, 'false', false)).toBe(false)
  expect(written('a', '', false)).toBeUndefined()
  expect(written('a', '', true)).toBe('')
  expect(choiceWritten('no', 'Yes')).toBe('Yes')
  expect(choiceWritten(false, 'Yes')).toBe(true)
  expect(choiceWritten('No', null)).toBeUndefined()
})

test('a list keeps how its items are written', () => {
  expect(listAsRows(['a', ['b'], 3])).toEqual([['a'], ['b'], ['3']])
  expect(listWritten(['a'], [['a'], ['b']])).toEqual(['a', 'b'])
  expect(listWritten([['a']], [['a'], ['b']])).toEqual([['a'], ['b']])
  expect(listWritten([1], [['2']])).toEqual([2])
  expect(listWritten(['a'], [])).toEqual([])
  expect(listWritten(undefined, [])).toBeUndefined()
})

test('rows keep their length, and cells how they are written', () => {
  const before = [['a', 1], ['b'], 'c']
  expect(rowsOf(before)).toEqual([['a', '1'], ['b'], ['c']])
  expect(rowsWritten(before, [['a', '2'], ['b'], ['c']])).toEqual([['a', 2], ['b'], 'c'])
  expect(rowsWritten(before, [...rowsOf(before), ['d', '']])).toEqual([...before, ['d', '']])
  expect(columnsOf(rows, [['a', 'b', 'c']])).toEqual(['name', 'value', 'Column 3'])
  expect(columnsOf({}, [])).toEqual(['Column 1'])
})
