import { expect, test } from 'vitest'
import { inWords, parametersOf, shown } from './parameters.ts'

test('scripts and statements are code, short texts are text', () => {
  expect(shown('sqlScript', 'select 1\nfrom x')).toEqual({ kind: 'code', text: 'select 1\nfrom x' })
  expect(shown('query', `select ${'x, '.repeat(30)} y`).kind).toBe('code')
  expect(shown('query', 'select 1')).toEqual({ kind: 'text', text: 'select 1' })
  expect(shown('description', 'x'.repeat(200)).kind).toBe('text')
  expect(shown('timeout', 60)).toEqual({ kind: 'text', text: '60' })
})

test('rows and records are tables, names are lists', () => {
  expect(
    shown('mapping', [
      ['a', null],
      ['b', '2'],
    ]),
  ).toEqual({
    kind: 'rows',
    headers: [],
    rows: [
      ['a', ''],
      ['b', '2'],
    ],
  })
  expect(shown('parts', [{ a: '1' }, { b: true }])).toEqual({
    kind: 'rows',
    headers: ['a', 'b'],
    rows: [
      ['1', ''],
      ['', 'true'],
    ],
  })
  expect(shown('columns', ['a', 'b'])).toEqual({ kind: 'list', items: ['a', 'b'] })
})

test('what is nested is a group, and JSON where it goes too deep or is mixed', () => {
  expect(shown('grid', { fromGrid: { variable: 'g' } })).toEqual({
    kind: 'group',
    entries: [['fromGrid', { variable: 'g' }]],
  })
  expect(shown('deep', { a: '1' }, 4)).toEqual({ kind: 'code', text: '{\n  "a": "1"\n}' })
  expect(shown('mixed', [1, ['a']]).kind).toBe('code')
})

test('nothing is nothing, however it is written', () => {
  for (const value of [null, undefined, '', [], {}]) expect(shown('x', value)).toEqual({ kind: 'empty' })
  expect(shown('x', 0)).toEqual({ kind: 'text', text: '0' })
  expect(shown('x', false)).toEqual({ kind: 'text', text: 'false' })
})

test('keys are said in words', () => {
  expect(inWords('sqlScript')).toBe('SQL script')
  expect(inWords('scalarVariableMapping')).toBe('Scalar variable mapping')
  expect(inWords('incomingWebhookUrl')).toBe('Incoming webhook URL')
  expect(inWords('enableSslTls')).toBe('Enable SSL TLS')
  expect(inWords('modular-api.uriParams')).toBe('Modular API URI params')
  expect(inWords('')).toBe('')
})

test('the name of the component is not one of its parameters', () => {
  expect(parametersOf({ componentName: 'A', script: 'x' })).toEqual([['script', 'x']])
})
