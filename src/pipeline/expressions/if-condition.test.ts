import { afterAll, describe, expect, test } from 'vitest'
import { scopeOf } from '../../../test/support/scope.ts'
import { createExpressions, ExpressionError } from './expressions.ts'
import { evaluateCondition } from './if-condition.ts'

const expressions = await createExpressions()
afterAll(() => expressions.close())

const scope = scopeOf(
  {
    n: 10,
    limit: 9,
    code: '007',
    version: '1.10',
    word: 'beta',
    empty: '',
    grid: [['1']],
    evil: '${1}',
    quote: "it's",
    flag: 'true',
    day: '2026-11-12',
    name: 'limit',
    folder: 'in/orders',
    comment: '*/ && false /*',
  },
  { environment: { name: 'Production' } },
  { grid: ['id'] },
)
const simple = (rows: string[][], combineConditions?: string): Promise<boolean> =>
  evaluateCondition(
    { mode: 'Simple', condition: rows, combineConditions: combineConditions ?? null },
    expressions,
    scope,
  )
const advanced = (condition1: string | null): Promise<boolean> =>
  evaluateCondition({ mode: 'Advanced', condition1 }, expressions, scope)

describe('a simple condition', () => {
  test.each([
    ['n', 'Equal to', '10.0', true],
    ['n', 'Greater than', '9', true],
    ['n', 'Greater than', '${limit}', true],
    ['n', 'Greater than', '${limit + 1}', false],
    ['n', 'Greater than or equal to', '10', true],
    ['n', 'Less than', '10', false],
    ['n', 'Less than or equal to', '10', true],
    ['n', 'Equal to', ' 10 ', true],
    ['code', 'Equal to', '007', true],
    ['code', 'Equal to', '7', false],
    ['version', 'Equal to', '1.1', false],
    ['version', 'Less than or equal to', '1.1', true],
    ['code', 'Less than', '10', true],
    ['word', 'Equal to', 'beta', true],
    ['word', 'Equal to', 'Beta', false],
    ['word', 'Less than', 'gamma', true],
    ['word', 'Greater than', '10', true],
    ['evil', 'Equal to', '1', false],
    ['empty', 'Blank', '', true],
    ['word', 'Blank', '', false],
    ['n', 'blank', '', false],
  ])('%s Is %s %s: %s; Not reverses it', async (variable, comparator, value, holds) => {
    expect(await simple([[variable, 'Is', comparator, value]])).toBe(holds)
    expect(await simple([[variable, 'Not', comparator, value]])).toBe(!holds)
  })

  test('combines its rows with And unless Or is asked for', async () => {
    const rows = [
      ['n', 'Is', 'Equal to', '10'],
      ['word', 'Is', 'Equal to', 'alpha'],
    ]
    expect(await simple(rows)).toBe(false)
    expect(await simple(rows, 'And')).toBe(false)
    expect(await simple(rows, 'Or')).toBe(true)
  })

  test('may be put together by expressions', async () => {
    const row = ['n', "${limit > 5 ? 'Is' : 'Not'}", "${'Greater'} than", '9']
    const rows = [row, ['word', 'Is', 'Equal to', 'alpha']]
    expect(await simple([row])).toBe(true)
    expect(await simple(rows, "${limit > 5 ? 'Or' : 'And'}")).toBe(true)
    await expect(simple(rows, '${word}')).rejects.toThrow('combineConditions is "beta"; choose And or Or')
  })

  test.each([
    [['nothing', 'Is', 'Equal to', '1'], '"nothing" is not defined'],
    [['sysvar.environment.name', 'Is', 'Equal to', 'x'], 'choose Advanced'],
    [['grid', 'Is', 'Blank', ''], '"grid" is a grid'],
    [['n', 'Is', 'Equal to', 'many'], '"n" is a number, but it is compared with "many"'],
    [['n', 'Is', 'Like', '1'], 'The comparator "Like" is not known'],
    [['n', 'Perhaps', 'Equal to', '1'], 'choose Is or Not'],
    [['n', 'Is', 'Equal to', '${nothing}'], '"nothing" is not defined'],
  ])('that cannot be decided says why: %j', async (row, reason) => {
    await expect(simple([row])).rejects.toThrow(ExpressionError)
    await expect(simple([['n', 'Is', 'Equal to', '10'], row], 'Or')).rejects.toThrow(reason)
  })

  test('without rows or with another way to combine them is refused', async () => {
    await expect(simple([])).rejects.toThrow('no rows')
    await expect(simple([['n', 'Is', 'Blank', '']], 'Xor')).rejects.toThrow('choose And or Or')
  })
})

describe('an advanced condition', () => {
  test.each([
    ['n > 9 && word == "beta"', true],
    ['sysvar.environment.name == "Production"', true],
    ['grid.id.length', true],
    ['n - 10', false],
    ['word', true],
    ['empty', false],
    ['null', false],
    ['${n == 10}', true],
    ["${flag} == 'true'", true],
    ["${day} > '2026-01-01'", true],
    ["${word} == 'limit'", false],
    ["${name} == 'limit' && !(${name} == 9)", true],
    ['${n} > 5 && ${ limit } < 10', true],
    ['${n - 1} == ${limit}', true],
    ['${n} / ${limit} > 1 // of ${word}', true],
    ["'${word}' == 'beta' && \"${code}\" == '007'", true],
    ["'${word == 'beta' ? 'it' : \"isn't\"}' == 'it'", true],
    ['`${word}!` == "beta!"', true],
    ["{ '${word}': 1 }['beta']", true],
    ["'${quote}' == 'it' + String.fromCharCode(39) + 's'", true],
    ['/^${folder}/.test("in/orders.csv")', true],
    ["'${folder}' == 'in/' + 'orders'", true],
    ['n == 10 /* ${comment} */', true],
  ])('%s: %s', async (condition, holds) => {
    expect(await advanced(condition)).toBe(holds)
  })

  test('that has no value says why', async () => {
    await expect(advanced('nothing > 1')).rejects.toThrow('"nothing" is not defined')
    await expect(advanced('word * 1')).rejects.toThrow('NaN')
    await expect(advanced(null)).rejects.toThrow('empty')
  })
})

test('without a mode the key tells', async () => {
  expect(await evaluateCondition({ condition1: 'n == 10' }, expressions, scope)).toBe(true)
  expect(await evaluateCondition({ condition: [['n', 'Is', 'Blank', null]] }, expressions, scope)).toBe(false)
})
