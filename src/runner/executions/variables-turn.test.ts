import { afterAll, beforeAll, expect, test } from 'vitest'
import { orchestration, type Piece, type PieceVariable, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'

let runner: PipelineRunner
beforeAll(async () => {
  runner = await startPipelineRunner()
})
afterAll(() => runner[Symbol.asyncDispose]())

const columns = { name: { columnType: 'TEXT' } } as const
const variables: Record<string, PieceVariable> = {
  region: { type: 'TEXT', scope: 'COPIED', defaultValue: '' },
  number: { type: 'NUMBER', scope: 'COPIED', defaultValue: '0' },
  regions: { type: 'GRID', columns, defaultValue: [] },
  left: { type: 'GRID', columns, defaultValue: [['north'], ['south'], ['east'], ['west'], ['centre']] },
  sum: { type: 'NUMBER', defaultValue: '0' },
}

/** What the last of the components prints. */
async function printed(pieces: Record<string, Piece>) {
  const { said } = await runner.run({ 'main.orch.yaml': orchestration(pieces, variables) }, 'main')
  return said.at(-1)
}

const show = (variable: string): Piece => ({
  type: 'print-variables',
  parameters: { variablesToPrint: [[variable]] },
})

const append = (row: string, links: Piece['links'] = {}): Piece => ({
  type: 'append-to-grid',
  parameters: { targetGridVariable: 'regions', valuesGrid: [[row]] },
  links,
})

/** A concurrent iteration of `target`, then what it left in a variable. */
function concurrently(variable: string, target: Piece): Record<string, Piece> {
  const iterationValues = ['north', 'south', 'east', 'west'].map((region, index) => [region, `${index + 1}`])
  return {
    Start: start('Each'),
    Each: {
      type: 'fixed-iterator',
      parameters: { variablesToIterate: ['region', 'number'], iterationValues, concurrency: 'Concurrent' },
      links: { unconditional: ['Show'] },
      more: { iterationTarget: 'Work' },
    },
    Work: target,
    Show: show(variable),
  }
}

test('concurrent iterations that append to a SHARED grid leave a row each', async () => {
  expect(await printed(concurrently('regions', append('${region}')))).toBe(
    'Show: regions = [["north"],["south"],["east"],["west"]]',
  )
})

test('concurrent iterations that remove from a SHARED grid remove a row each', async () => {
  const valuesGrid = [['${region}']]
  const remove = { type: 'remove-from-grid', parameters: { targetGridVariable: 'left', valuesGrid } }
  expect(await printed(concurrently('left', remove))).toBe('Show: left = [["centre"]]')
})

test('concurrent iterations add up in a SHARED number, with post-processing of their own too', async () => {
  const add = {
    type: 'update-scalar',
    parameters: { scalarsToUpdate: [['sum', '${sum + number}']] },
    more: { postProcessing: { updateScalarVariables: [['sum', 'sum + 100']] } },
  }
  expect(await printed(concurrently('sum', add))).toBe('Show: sum = 410')
})

test('parallel branches that append to a SHARED grid leave a row each', async () => {
  const joined = { success: ['Both'] }
  const pieces = {
    Start: start('First', 'Second'),
    First: append('first', joined),
    Second: append('second', joined),
    Both: { type: 'and', links: { unconditional: ['Show'] } },
    Show: show('regions'),
  }
  expect(await printed(pieces)).toBe('Show: regions = [["first"],["second"]]')
})
