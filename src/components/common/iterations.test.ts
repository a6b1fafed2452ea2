import { expect, test } from 'vitest'
import { run as fixedIteratorRun } from '../orchestration/fixed-iterator/run.ts'
import { run as gridIteratorRun } from '../orchestration/grid-iterator/run.ts'
import { run as loopIteratorRun, loopValues } from '../orchestration/loop-iterator/run.ts'
import { stepContext } from '../testing/step-context.ts'

const variables = {
  name: '',
  n: 0,
  files: {
    columns: ['id', 'path', 'size'],
    rows: [
      ['1', '/a', '10'],
      ['2', '/b', '20'],
    ],
  },
}
const context = () => stepContext({ variables })

test('a fixed iterator sets each row, in the types of the variables', async () => {
  const parameters = {
    variablesToIterate: ['name', 'n'],
    iterationValues: [
      ['x', '1'],
      ['y', '2.5'],
    ],
  }
  expect(await fixedIteratorRun.expand?.(context(), parameters)).toEqual({
    iterations: [
      [
        { variable: 'name', value: 'x' },
        { variable: 'n', value: 1 },
      ],
      [
        { variable: 'name', value: 'y' },
        { variable: 'n', value: 2.5 },
      ],
    ],
  })
})

test('values that do not fit are all named and nothing is iterated', async () => {
  const parameters = { variablesToIterate: ['n', 'nope'], iterationValues: [['x', '1'], ['2']] }
  const expansion = await fixedIteratorRun.expand?.(context(), parameters)
  expect(expansion).toEqual({
    failed: expect.stringMatching(/"x" \(iteration 1\).*"nope".*Iteration 2 has 1 values/),
  })
})

test('a grid iterator sets the mapped columns of each row', async () => {
  const mapping = [
    ['path', 'name'],
    ['size', 'n'],
  ]
  const parameters = { gridVariable: 'files', gridIteratorVariableMapping: mapping }
  expect(await gridIteratorRun.expand?.(context(), parameters)).toEqual({
    iterations: [
      [
        { variable: 'name', value: '/a' },
        { variable: 'n', value: 10 },
      ],
      [
        { variable: 'name', value: '/b' },
        { variable: 'n', value: 20 },
      ],
    ],
  })
  const wrong = { ...parameters, gridIteratorVariableMapping: [['colour', 'name']] }
  expect(await gridIteratorRun.expand?.(context(), wrong)).toEqual({
    failed: expect.stringContaining('"colour"'),
  })
})

test.each([
  [1, 1, 3, [1, 2, 3]],
  [3, -1, 1, [3, 2, 1]],
  [0, 5, 12, [0, 5, 10]],
  [1, 1, 1, [1]],
  [2, 1, 1, []],
  [1, -1, 2, []],
  [0.1, 0.1, 0.3, [0.1, 0.2, 0.3]],
  [-0.5, 0.25, 0, [-0.5, -0.25, 0]],
])('a loop from %d by %d to %d includes both ends', (start, increment, end, values) => {
  expect(loopValues(start, increment, end)).toEqual(values)
})

test('a loop without end is refused, and one that would miss numbers', async () => {
  expect(loopValues(1, 0, 5)).toContain('never end')
  expect(loopValues(0, 1e-9, 1)).toContain('iterations')
  expect(loopValues(Number.MAX_SAFE_INTEGER - 1, 1, Number.MAX_SAFE_INTEGER + 5)).toContain(
    'not count exactly',
  )
  expect(loopValues(-Number.MAX_SAFE_INTEGER, 1, 1 - Number.MAX_SAFE_INTEGER)).toHaveLength(2)
  const parameters = { variableToIterate: 'n', startingValue: 'a', incrementValue: '', endValue: '3' }
  expect(await loopIteratorRun.expand?.(context(), parameters)).toEqual({
    failed: 'Starting Value is "a"; it must be a number. Increment Value is ""; it must be a number',
  })
})
