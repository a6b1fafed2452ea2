import { afterAll, describe, expect, test } from 'vitest'
import { scopeOf } from '../../../test/support/scope.ts'
import { createExpressions, ExpressionError } from './expressions.ts'

const expressions = await createExpressions()
afterAll(() => expressions.close())

const columns = { files: ['name', 'size'] }
const files = [
  ['a.csv', '10'],
  ['b.csv', '20'],
]
const sysvars = { environment: { name: 'Production' }, artifact: { versionName: '1.2' } }
const scope = scopeOf({ region: 'emea', order_count: 3, files, ä: 'umlaut' }, sysvars, columns)
const evaluate = (expression: string): Promise<unknown> => expressions.evaluate(expression, scope)
const resolve = (template: string): Promise<string> => expressions.resolve(template, scope)

test('a name with - is that variable where there is one, which only projects have, and else a subtraction', async () => {
  const dashed = scopeOf({ a: 5, b: 3, 'a-b': 'both' })
  const rest = scopeOf({ a: 5, b: 3 })
  expect(await expressions.resolve('${a-b} ${ a-b } ${a - b} ${a-b + 1}', dashed)).toBe('both both 2 3')
  expect(await expressions.resolve('${a-b}', rest)).toBe('2')
  expect(await expressions.evaluate('a-b', dashed)).toBe('both')
  expect(await expressions.resolveParameters({ text: 'x ${a-b}' }, dashed)).toEqual({ text: 'x both' })
})

describe('an expression', () => {
  test.each([
    ['region.toUpperCase()', 'EMEA'],
    ['order_count == 3 ? region : 0', 'emea'],
    ['order_count + 1', 4],
    ['region + 1', 'emea1'],
    ['files.name.length', 2],
    ['files.size[files.name.indexOf("b.csv")]', '20'],
    ['files', { name: ['a.csv', 'b.csv'], size: ['10', '20'] }],
    ["String(new Date(2024, 2, 1).getMonth() + 1).padStart(2, '0')", '03'],
    ['`${region}-${order_count}`', 'emea-3'],
    ['sysvar.environment.name + sysvar.artifact.versionName', 'Production1.2'],
    ['order_count > 2', true],
    ['null', null],
    ['[1, "a"]', [1, 'a']],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['ä + 1', 'umlaut1'],
    ['region // why', 'emea'],
    ['2n ** 64n', '18446744073709551616'],
  ])('%s gives %j', async (expression, value) => {
    expect(await evaluate(expression)).toEqual(value)
  })

  test.each([
    ['new Date().toISOString()', '2026-03-01T06:00:00.000Z'],
    ['Date.now() - 1', Date.UTC(2026, 2, 1, 6) - 1],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['new Date(2024, 1, 1) instanceof Date', true],
    ['Date.UTC(1970, 0, 1)', 0],
  ])('with a clock that stands still, %s gives %j', async (expression, value) => {
    const still = await createExpressions({ nowMs: Date.UTC(2026, 2, 1, 6) })
    expect(await still.evaluate(expression, scope)).toEqual(value)
    still.close()
  })

  test.each([
    ['undefined', 'gives no value (undefined)'],
    ['files.nothing', 'gives no value (undefined)'],
    ['region * 2', 'gives NaN'],
    ['1 / 0', 'gives an infinite number'],
    ['() => 1', 'gives a function'],
    ['region.nothing.more', 'fails: TypeError'],
    ['nothing + 1', '"nothing" is not defined; declare it'],
    ['a +', 'fails: SyntaxError'],
  ])('without a value says why: %s', async (expression, reason) => {
    await expect(evaluate(expression)).rejects.toThrow(ExpressionError)
    await expect(evaluate(expression)).rejects.toThrow(reason)
  })

  test('is not given the variables it does not name', async () => {
    const asked: string[] = []
    const watched = {
      ...scope,
      variables: { ...scope.variables, get: (name: string) => void asked.push(name) },
    }
    await expressions.evaluate('1 + "x".length', watched)
    expect(asked).not.toContain('files')
    expect(await evaluate('Object.keys(globalThis).includes("reg" + "ion")')).toBe(false)
  })
})

describe('a template', () => {
  test('has every expression replaced, and its values are not read as templates again', async () => {
    expect(await resolve('${order_count} in ${region.toUpperCase()} of ${ region }')).toBe(
      '3 in EMEA of emea',
    )
    expect(await expressions.resolve('${a}', scopeOf({ a: '${b}' }))).toBe('${b}')
    expect(await resolve('no {expression} $here')).toBe('no {expression} $here')
  })

  test('shows a grid as JSON, the same by its name and by an expression', async () => {
    expect(await resolve('${files}')).toBe('{"name":["a.csv","b.csv"],"size":["10","20"]}')
    expect(await resolve('${(files)}')).toBe(await resolve('${files}'))
  })

  test('has each value encoded, but not the text around it', async () => {
    const quoted = (value: string): string => value.replaceAll("'", "''")
    expect(await expressions.resolve("'${name}' '", scopeOf({ name: "O'Hara" }), quoted)).toBe("'O''Hara' '")
  })

  test('names what is not defined', async () => {
    await expect(resolve('a ${nothing}')).rejects.toThrow(
      '"nothing" is not defined; declare it as a variable',
    )
    await expect(resolve('${sysvar.nothing.at}')).rejects.toThrow('"sysvar.nothing.at" is not defined')
    await expect(resolve('${sysvar.thisComponent.status}')).rejects.toThrow('only in post-processing')
    await expect(resolve('${sysvar.thisComponent.stats}')).rejects.toThrow('check the name of the system')
    await expect(resolve('${constructor}')).rejects.toThrow('"constructor" is not defined')
    await expect(resolve('${sysvar.environment.constructor}')).rejects.toThrow('is not defined')
  })

  test('has nothing for a system variable without value', async () => {
    const after = scopeOf({}, { thisComponent: { status: 'SUCCESS' } })
    const both =
      '${sysvar.thisComponent.status}/${sysvar.thisComponent.rowCount}/${sysvar.artifact.versionName}'
    expect(await expressions.resolve(both, after)).toBe('SUCCESS//')
    expect(await expressions.evaluate('sysvar.thisComponent.rowCount === ""', after)).toBe(true)
  })
})

describe('parameters', () => {
  test('are resolved deeply in the same structure, but not those that are verbatim', async () => {
    const parameters = {
      componentName: 'Load',
      query: 'select * from ${region}.orders',
      script: 'echo ${HOME}',
      rows: [['${region}', null, true, 7], []],
      nested: { '${key}': { list: ['${order_count}'] }, empty: null },
    }
    expect(await expressions.resolveParameters(parameters, scope, ['script'])).toEqual({
      componentName: 'Load',
      query: 'select * from emea.orders',
      script: 'echo ${HOME}',
      rows: [['emea', null, true, 7], []],
      nested: { '${key}': { list: ['3'] }, empty: null },
    })
  })

  test.each([
    ['an expression', "${region === 'emea' ? 'fil' + 'es' : ''}", []],
    ['a variable, behind many others', '${grid_name}', Array(150).fill('${region}')],
  ])('take the rows of a grid whose name is %s', async (_, variable, before) => {
    const named = scopeOf({ region: 'emea', grid_name: 'files', files }, sysvars, columns)
    const given = { before, rows: { fromGrid: { variable, columns: ['name'] } } }
    const { rows } = await expressions.resolveParameters(given, named)
    expect(rows).toEqual([['a.csv'], ['b.csv']])
  })

  test('take the rows of a grid in the columns asked for', async () => {
    const from = async (fromGrid: { variable: string; columns: string[] }) => {
      const values = { status: 'grid', gridValues: { fromGrid } }
      return (await expressions.resolveParameters({ values }, scope))['values']
    }
    expect(await from({ variable: 'files', columns: ['size', 'name'] })).toEqual({
      status: 'grid',
      gridValues: [
        ['10', 'a.csv'],
        ['20', 'b.csv'],
      ],
    })
    expect(await from({ variable: 'files', columns: ['', 'name'] })).toEqual({
      status: 'grid',
      gridValues: [
        ['', 'a.csv'],
        ['', 'b.csv'],
      ],
    })
    expect(await from({ variable: 'files', columns: [] })).toEqual({ status: 'grid', gridValues: files })
    await expect(from({ variable: 'files', columns: ['date'] })).rejects.toThrow(
      'has no column "date"; its columns are',
    )
    await expect(from({ variable: 'region', columns: [] })).rejects.toThrow('"region" is not a grid')
    await expect(from({ variable: 'nothing', columns: [] })).rejects.toThrow('"nothing" is not defined')
  })
})
