import { describe, expect, test } from 'vitest'
import { ExpressionError } from './expression-error.ts'
import { isSelfContained, parseTemplate, plainPath, soleExpression } from './template.ts'

const expressionsOf = (template: string): string[] =>
  parseTemplate(template).flatMap((part) => (part.kind === 'expression' ? [part.expression] : []))

describe('a template', () => {
  test('keeps the text around its expressions as it is', () => {
    expect(parseTemplate(' a ${x}$b{c} ${ y } ')).toEqual([
      { kind: 'text', text: ' a ' },
      { kind: 'expression', expression: 'x', path: ['x'] },
      { kind: 'text', text: '$b{c} ' },
      { kind: 'expression', expression: 'y', path: ['y'] },
      { kind: 'text', text: ' ' },
    ])
    expect(parseTemplate('')).toEqual([])
  })

  test.each([
    ['nested braces', '(() => { return {a: 1} })().a'],
    ['a brace in a string', `x == "}" ? '}' : "\\"}"`],
    ['a template literal', '`a}${ `${b}}` }c`'],
    ['a regular expression', 'x.replace(/[/}]\\}/g, "")'],
    ['a division', 'a / b + {c: 2}.c / d'],
    ['a comment', 'a /* } */ + b // }\n'],
  ])('ends after %s', (_what, expression) => {
    expect(expressionsOf(`<\${${expression}}>`)).toEqual([expression.trim()])
    expect(parseTemplate(`<\${${expression}}>`).at(-1)).toEqual({ kind: 'text', text: '>' })
  })

  test.each(['${a', '${a + {b}', '${"a}', '${(a]}'])('without its end is refused: %s', (template) => {
    expect(() => parseTemplate(template)).toThrow(ExpressionError)
  })

  test('refuses an empty expression', () => {
    expect(() => parseTemplate('a${ }')).toThrow('empty')
  })

  test('is known to be one expression only when nothing is around it', () => {
    expect(soleExpression(' ${a + 1} ')).toBe('a + 1')
    expect(soleExpression('${a}${b}')).toBeUndefined()
    expect(soleExpression('a')).toBeUndefined()
  })
})

describe('a plain name', () => {
  test('needs no engine, nor does the path of a system variable', () => {
    expect(plainPath('order_count')).toEqual(['order_count'])
    expect(plainPath('sysvar.environment.name')).toEqual(['sysvar', 'environment', 'name'])
  })

  test.each(['a.b', 'a + b', 'null', 'undefined', 'NaN', 'sysvar', '1', 'sysvar.a[0]'])(
    'is not %s',
    (code) => {
      expect(plainPath(code)).toBeUndefined()
    },
  )
})

test('code that closes a bracket it has not opened could leave the place it is put in', () => {
  expect(isSelfContained('f({a: [1]})')).toBe(true)
  expect(isSelfContained('1); (2')).toBe(false)
  expect(isSelfContained('(1')).toBe(false)
})
