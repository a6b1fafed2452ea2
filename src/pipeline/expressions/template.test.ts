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

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const pieces = [
  ...'${ } {{ }} { $ " \' ` \\ / // /* */ ( ) [ ] + => 1 a'.split(' '),
  ...['\n', ' ', 'constructor', '__proto__', 'process', 'this', 'return', 'sysvar.'],
]
const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '')

test('F24: whatever is put together of the pieces of templates is read or refused in its own words', () => {
  const random = randomFrom(24)
  for (let times = 0; times < 5_000; times++) {
    const length = Math.floor(random() * 30)
    const template = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('')
    try {
      const parts = parseTemplate(template)
      const read = parts.map((part) => (part.kind === 'text' ? part.text : `\${${part.expression}}`))
      expect(withoutBlanks(read.join(''))).toBe(withoutBlanks(template))
    } catch (error) {
      expect(error, template).toBeInstanceOf(ExpressionError)
    }
  }
})

const LONG = 49_000

test.each([
  ['texts within texts', `\${${'`${'.repeat(LONG)}`],
  ['texts within texts that end', `\${${'`${'.repeat(LONG)}1${'}`'.repeat(LONG)}}`],
  ['openings', '${'.repeat(500_000)],
  ['braces', '{{'.repeat(500_000)],
  ['expressions', '${a}'.repeat(250_000)],
  ['slashes', `\${1${'/ '.repeat(LONG)}1}`],
  ['slashes in brackets', `\${${'(/'.repeat(LONG)}}`],
  ['comments', `\${${'/**/'.repeat(LONG / 2)}1}`],
  ['brackets', `\${${'('.repeat(LONG)}${')'.repeat(LONG)}}`],
])('F24: a template of very many %s takes no more than linear time', (_, template) => {
  const began = process.cpuUsage()
  try {
    parseTemplate(template)
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError)
  }
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
})
