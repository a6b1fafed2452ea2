import { expect, test } from 'vitest'
import { run as appendToGridRun } from '../orchestration/append-to-grid/run.ts'
import { run as printVariablesRun } from '../orchestration/print-variables/run.ts'
import { run as removeFromGridRun } from '../orchestration/remove-from-grid/run.ts'
import { run as updateScalarRun } from '../orchestration/update-scalar/run.ts'
import { stepContext } from '../testing/step-context.ts'

const variables = {
  text: 'old',
  count: 1,
  grid: {
    columns: ['k', 'v'],
    rows: [
      ['a', '1'],
      ['b', '2'],
    ],
  },
}
const context = () => stepContext({ variables })

test('a row of update-scalar reads what the rows before it have set, and the last value counts', async () => {
  const scalarsToUpdate = [
    ['text', 'new'],
    ['count', ' 7 '],
    ['text', '${text} ${count}'],
  ]
  expect(await updateScalarRun.run(context(), { scalarsToUpdate })).toMatchObject({
    result: 'SUCCESS',
    updates: [
      { variable: 'text', value: 'new 7' },
      { variable: 'count', value: 7 },
    ],
  })
})

test('a whole number that a number variable would change is refused, and kept by a text variable', async () => {
  const set = (variable: string) =>
    updateScalarRun.run(context(), { scalarsToUpdate: [[variable, '9007199254740993']] })
  expect(await set('text')).toMatchObject({ updates: [{ variable: 'text', value: '9007199254740993' }] })
  expect(await set('count')).toEqual({
    result: 'FAILED',
    message: '"count" is a NUMBER, which cannot keep 9007199254740993 exactly: use a TEXT variable',
  })
})

test('update-scalar takes rows of a grid as they are', async () => {
  const rows = [['text', 'the text ${count}']]
  const step = stepContext({ variables: { ...variables, changes: { columns: ['name', 'value'], rows } } })
  const fromGrid = { fromGrid: { variable: 'changes', columns: [] } } as unknown as string[][]
  expect((await updateScalarRun.run(step, { scalarsToUpdate: fromGrid })).updates).toEqual([
    { variable: 'text', value: 'the text ${count}' },
  ])
})

test('one wrong row changes nothing, and every fault is named', async () => {
  const scalarsToUpdate = [
    ['text', 'fine'],
    ['count', 'many'],
    ['nope', 'x'],
    ['grid', 'x'],
  ]
  const outcome = await updateScalarRun.run(context(), { scalarsToUpdate })
  expect(outcome.result).toBe('FAILED')
  expect(outcome.updates).toBeUndefined()
  for (const part of ['"many"', '"nope"', '"grid" is a grid']) expect(outcome.message).toContain(part)
})

test('printed variables are in the log line by line and in the message', async () => {
  const step = context()
  const parameters = { variablesToPrint: [['text'], ['grid']], prefixText: '> ' }
  expect((await printVariablesRun.run(step, parameters)).message).toBe(
    '> text = old\n> grid = [["a","1"],["b","2"]]',
  )
  expect(step.lines).toEqual(['> text = old', '> grid = [["a","1"],["b","2"]]'])

  const bare = await printVariablesRun.run(context(), {
    variablesToPrint: [['count']],
    includeVariableName: 'no',
  })
  expect(bare.message).toBe('1')
  expect((await printVariablesRun.run(context(), { variablesToPrint: [['nope']] })).result).toBe('FAILED')
})

test('rows are appended, or put in place of the old ones', async () => {
  const parameters = { targetGridVariable: 'grid', valuesGrid: [['c', '3']] }
  const appended = await appendToGridRun.run(context(), parameters)
  expect(appended.updates).toEqual([{ variable: 'grid', value: [...variables.grid.rows, ['c', '3']] }])
  const replaced = await appendToGridRun.run(context(), { ...parameters, operation: 'Overwrite' })
  expect(replaced.updates).toEqual([{ variable: 'grid', value: [['c', '3']] }])
})

test('rows that do not fit a grid are refused', async () => {
  const narrow = await appendToGridRun.run(context(), { targetGridVariable: 'grid', valuesGrid: [['c']] })
  expect(narrow).toMatchObject({ result: 'FAILED', message: expect.stringContaining('has 2 columns') })
  const scalar = await appendToGridRun.run(context(), { targetGridVariable: 'text', valuesGrid: [] })
  expect(scalar.message).toContain('not a grid')
  const many = Array.from({ length: 100_000 }, () => ['x', 'y'])
  expect(
    (await appendToGridRun.run(context(), { targetGridVariable: 'grid', valuesGrid: many })).message,
  ).toContain('more than 100000 rows')
})

test('rows that equal a given one are removed, all of them', async () => {
  const rows = [
    ['a', '1'],
    ['b', '2'],
    ['a', '1'],
    ['a', '2'],
  ]
  const step = stepContext({ variables: { grid: { columns: ['k', 'v'], rows } } })
  const outcome = await removeFromGridRun.run(step, {
    targetGridVariable: 'grid',
    valuesGrid: [
      ['a', '1'],
      ['z', '9'],
    ],
  })
  expect(outcome.updates).toEqual([
    {
      variable: 'grid',
      value: [
        ['b', '2'],
        ['a', '2'],
      ],
    },
  ])
})

test('rows are removed by key columns, those that are listed or all others', async () => {
  const grid = {
    columns: ['k', 'v'],
    rows: [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ],
  }
  const left = async (more: object) => {
    const step = stepContext({ variables: { grid } })
    const { updates, message } = await removeFromGridRun.run(step, {
      targetGridVariable: 'grid',
      keyColumns: ['k'],
      valuesGrid: [['a'], ['z']],
      ...more,
    })
    return updates?.[0]?.value ?? message
  }
  expect(await left({})).toEqual([['b', '2']])
  expect(await left({ operation: 'not in' })).toEqual([
    ['a', '1'],
    ['a', '3'],
  ])
  expect(await left({ keyColumns: ['v'], valuesGrid: [['2']], operation: 'In' })).toHaveLength(2)
  expect(await left({ keyColumns: ['kk'] })).toBe('The grid "grid" has no column "kk"; its columns are k, v')
})

test('a row that does not fit the key columns is named', async () => {
  const parameters = { targetGridVariable: 'grid', keyColumns: ['k'], valuesGrid: [['a', '1']] }
  expect(await removeFromGridRun.run(context(), parameters as never)).toMatchObject({
    result: 'FAILED',
    message: 'Row 1 has 2 cells, but the key has 1 column',
  })
})

test('parameters that do not fit the schema fail the step instead of reaching the component', async () => {
  const outcome = await updateScalarRun.run(context(), { scalarsToUpdate: 'text' as unknown as string[][] })
  expect(outcome).toEqual({
    result: 'FAILED',
    message: 'Scalar Variables to Update ("scalarsToUpdate") must be a list',
  })
})
