import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { copiedComponents, type Pasted, pasteComponents } from './clipboard.ts'
import { editText } from './edit-text.ts'

test('the variables that copied components use come along, where the other pipeline has none of that name', () => {
  const declared = (...values: readonly string[]) => {
    const variables = values.map((defaultValue) => [
      defaultValue[0],
      { metadata: { type: 'TEXT' }, defaultValue },
    ])
    return { variables: Object.fromEntries(variables) }
  }
  const query = { type: 'query-result-to-grid', parameters: { name: 'b', sql: 'select ${a}, ${c}' } }
  const from = JSON.stringify({
    pipeline: { components: { Query: query }, ...declared('a1', 'b1', 'c1', 'd1') },
  })
  let copied = ''
  editText(from, (document) => {
    copied = copiedComponents(document, new Set(['Query']), (_, path) => path[0] === 'name')
  })
  expect(Object.keys(parse(copied).pipeline.variables)).toEqual(['a', 'b', 'c'])
  let pasted: Pasted | undefined
  const to = JSON.stringify({ pipeline: { components: {}, ...declared('c2', 'x2') } })
  const edited = editText(to, (document) => {
    pasted = pasteComponents(document, copied, { x: 0, y: 0 })
  })!
  expect(pasted).toEqual({ components: ['Query'], variables: ['a', 'b'] })
  expect(parse(edited).pipeline.variables).toEqual(declared('c2', 'x2', 'a1', 'b1').variables)
})
