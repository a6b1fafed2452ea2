import { afterAll, describe, expect, test } from 'vitest'
import { scopeOf } from '../../../test/support/scope.ts'
import type { Outcome } from '../flow-events.ts'
import type { Component, GridUpdate, PostProcessing } from '../model.ts'
import { createExpressions } from './expressions.ts'
import { postProcess } from './post-processing.ts'

const expressions = await createExpressions()
afterAll(() => expressions.close())

const scope = scopeOf(
  { total: 1, last_status: '', order_count: 0, grid: [] },
  { thisComponent: { status: 'SUCCESS', rowCount: 5 } },
)
const counted: Outcome = {
  result: 'SUCCESS',
  message: 'done',
  updates: [{ variable: 'order_count', value: 7 }],
}

const work: Component = {
  name: 'Count',
  type: 'query-to-scalar',
  parameters: {},
  transitions: {},
  sources: [],
  line: 1,
  iterationTarget: undefined,
  skipped: false,
  postProcessing: undefined,
}

function processed(outcome: Outcome, rows: [string, string][], message?: string): Promise<Outcome> {
  const postProcessing: PostProcessing = { updateScalarVariables: rows, updateOutputMessage: message }
  return postProcess({ ...work, postProcessing }, outcome, expressions, scope)
}

describe('post-processing', () => {
  test('updates variables in order by bare expressions and templates, each in its type', async () => {
    const outcome = await processed({ result: 'SUCCESS' }, [
      ['total', 'total + sysvar.thisComponent.rowCount'],
      ['order_count', '${total * 2}'],
      ['last_status', '${sysvar.thisComponent.status}: ${total}'],
      ['total', '"12"'],
    ])
    expect(outcome.updates).toEqual([
      { variable: 'total', value: 6 },
      { variable: 'order_count', value: 12 },
      { variable: 'last_status', value: 'SUCCESS: 6' },
      { variable: 'total', value: 12 },
    ])
  })

  test('appends to the message, and sees what the component has updated', async () => {
    expect(await processed(counted, [], 'counted ${order_count}')).toEqual({
      ...counted,
      message: 'done\ncounted 7',
    })
    expect((await processed({ result: 'SUCCESS' }, [], 'alone')).message).toBe('alone')
  })

  test('runs after a failure, which stays one', async () => {
    const outcome = await processed(
      { result: 'FAILED', message: 'no' },
      [['last_status', '"seen"']],
      'see log',
    )
    expect(outcome).toEqual({
      result: 'FAILED',
      message: 'no\nsee log',
      updates: [{ variable: 'last_status', value: 'seen' }],
    })
  })

  test('a message that cannot be made says so, and does not undo what succeeded', async () => {
    expect(await processed(counted, [['total', '5']], 'took ${sysvar.thisComponent.spent}')).toEqual({
      ...counted,
      message: expect.stringMatching(
        /^done\nThe output message could not be created: "sysvar.thisComponent.spent" is not/,
      ),
      updates: [...counted.updates!, { variable: 'total', value: 5 }],
    })
  })

  test.each(['SKIPPED', 'CANCELLED'] as const)('does not run for a component that was %s', async (result) => {
    expect(await processed({ result }, [['nothing', '1']], 'x')).toEqual({ result })
  })

  test.each([
    ['nothing', '1', '"nothing" is not defined'],
    ['total', 'nothing', '"nothing" is not defined'],
    ['total', '9007199254740993n', 'cannot keep 9007199254740993 exactly'],
    ['total', '"many"', '"total" is a number and cannot become "many"'],
    ['total', '" "', 'cannot become'],
    ['grid', '1', '"grid" is a grid'],
  ])(
    'that fails makes the outcome fail and keeps nothing of it: %s = %s',
    async (variable, expression, reason) => {
      const outcome = await processed(
        { ...counted, branch: true },
        [
          ['last_status', '"x"'],
          [variable, expression],
        ],
        'text',
      )
      expect(outcome.result).toBe('FAILED')
      expect(outcome.message).toContain('done\nPost-processing failed: ')
      expect(outcome.message).toContain(reason)
      expect(outcome.updates).toEqual(counted.updates)
      expect(outcome.branch).toBeUndefined()
    },
  )

  test('gives grids new rows: templates, or the rows of another grid on some of its columns', async () => {
    const grids = scopeOf(
      { total: 3, files: [['a.csv', '1']], names: [['old']], all: [] },
      { thisComponent: { status: 'SUCCESS' } },
      { files: ['name', 'size'], names: ['name'], all: ['name', 'size'] },
    )
    const updated = (...updateGridVariables: GridUpdate[]) => {
      const postProcessing = {
        updateScalarVariables: [],
        updateGridVariables,
        updateOutputMessage: undefined,
      }
      return postProcess({ ...work, postProcessing }, { result: 'SUCCESS' }, expressions, grids)
    }
    const fromGrid = { variable: 'files', columns: ['name'] }
    const { updates } = await updated(
      { variable: 'names', values: { fromGrid } },
      { variable: 'all', values: [['${sysvar.thisComponent.status}', '${total + 1}'], ['short']] },
    )
    expect(updates).toEqual([
      { variable: 'names', value: [['a.csv']] },
      {
        variable: 'all',
        value: [
          ['SUCCESS', '4'],
          ['short', ''],
        ],
      },
    ])
    const message = async (one: GridUpdate) => (await updated(one)).message
    expect(await message({ variable: 'names', values: [['a', 'b']] })).toContain(
      'row 1 of its new value has 2 cells',
    )
    expect(await message({ variable: 'total', values: [] })).toContain('"total" is not a grid')
    expect(await message({ variable: 'nobody', values: [] })).toContain('nobody')
  })
})
