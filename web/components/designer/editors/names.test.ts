import { expect, test } from 'vitest'
import { expressionNames, openExpression, suggestionsAt, withSuggestion } from './names.ts'

const names = {
  variables: [
    { name: 'region', type: 'TEXT' },
    { name: 'row_count', type: 'NUMBER', owner: 'project' },
    { name: 'files', type: 'GRID' },
  ],
  columns: [{ name: 'region_id', type: 'integer' }, { name: 'amount' }],
}
const texts = (text: string, kind?: 'column' | 'scalar' | 'grid', cursor = text.length) =>
  suggestionsAt(text, cursor, names, kind)?.options.map((one) => one.text)

test('an expression is open behind its brace and until it is closed', () => {
  expect(openExpression('a ${re')).toBe('re')
  expect(openExpression('${')).toBe('')
  expect(openExpression('${total * sysvar.pro')).toBe('sysvar.pro')
  expect(openExpression('${a} b')).toBeUndefined()
  expect(openExpression('$re')).toBeUndefined()
})

test('inside an expression there are variables and those of the system', () => {
  expect(texts('${re')?.slice(0, 1)).toEqual(['region'])
  expect(texts('${sysvar.proj')).toEqual(['sysvar.project.id'])
  expect(expressionNames(names)[1]).toEqual({ text: 'row_count', detail: 'NUMBER, project' })
})

test('a text that is a name as a whole gets names of its kind, in front those that begin like it', () => {
  expect(texts('', 'column')).toEqual(['region_id', 'amount'])
  expect(texts('', 'scalar')).toEqual(['region', 'row_count'])
  expect(texts('', 'grid')).toEqual(['files'])
  expect(texts('o', 'column')).toEqual(['region_id', 'amount'])
  expect(texts('id', 'column')).toEqual(['region_id'])
})

test('nothing is suggested for plain text, nor what is already there', () => {
  expect(texts('some text')).toBeUndefined()
  expect(texts('amount', 'column')).toBeUndefined()
})

test('a suggestion replaces what was typed and closes the expression once', () => {
  const choose = (text: string, cursor: number) => {
    const found = suggestionsAt(text, cursor, names, undefined)!
    return withSuggestion(text, cursor, found, found.options[0]!)
  }
  expect(choose('in ${re', 7)).toEqual({ text: 'in ${region}', cursor: 12 })
  expect(choose('in ${re} now', 7)).toEqual({ text: 'in ${region} now', cursor: 12 })
  const column = suggestionsAt('am', 2, names, 'column')!
  expect(withSuggestion('am', 2, column, column.options[0]!)).toEqual({ text: 'amount', cursor: 6 })
})
