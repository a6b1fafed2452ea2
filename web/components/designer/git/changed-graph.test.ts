import { expect, test } from 'vitest'
import { compareComponents } from '../../../../src/pipeline/compare.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { readDrawing } from '../model/drawing.ts'
import { changedGraph } from './changed-graph.ts'

const work = (script: string, ...success: string[]) => ({
  type: 'bash-script',
  links: { success },
  parameters: { script },
})
const parsed = (text: string) => readDrawing('Main.orch.yaml', text).drawing!
const before = parsed(
  orchestration({ Start: start('Load'), Load: work('a', 'Old'), Old: work('b'), Same: work('c') }),
)
const after = parsed(
  orchestration({ Start: start('Load'), Load: work('x', 'New'), New: work('n'), Same: work('c') }),
)

test('the graph has what is there now and what was removed, each marked by what became of it', () => {
  const graph = changedGraph(before, after, compareComponents(before.pipeline, after.pipeline))!
  expect(graph.components.map(({ name }) => name)).toEqual(['Start', 'Load', 'New', 'Same', 'Old'])
  expect(Object.fromEntries([...graph.states].map(([name, { status }]) => [name, status]))).toEqual({
    New: 'ADDED',
    Load: 'CHANGED',
    Old: 'REMOVED',
  })
})

test('a new pipeline is all added, and what has no components that differ has no graph', () => {
  const graph = changedGraph(undefined, after, compareComponents(undefined, after.pipeline))!
  expect(new Set([...graph.states.values()].map(({ status }) => status))).toEqual(new Set(['ADDED']))
  expect(changedGraph(after, after, compareComponents(after.pipeline, after.pipeline))).toBeUndefined()
})
