import { expect, test } from 'vitest'
import type { Step } from '../../../components/executions/shapes.ts'
import { openChildren, rowsOf } from './rows.ts'
import type { StepNode } from './tree.ts'

const node = (id: string, own: Partial<Step> = {}, inside: StepNode[] = []): StepNode => ({
  step: {
    id,
    key: id,
    name: id,
    type: 't',
    result: 'SUCCESS',
    attempt: 1,
    startedAt: '2026-11-21T10:00:00Z',
    ...own,
  },
  inside,
})
const many = Array.from({ length: 5_000 }, (_, at) => node(`Body ${at}`))
const ids = (rows: ReturnType<typeof rowsOf>) => rows.map(({ key, depth }) => [key, depth])
const none = () => 'Reading the steps'

test('thousands of iterations are closed until somebody opens them, a few are open', () => {
  const loop = node('Loop', {}, many)
  expect(rowsOf([loop], new Set(), none)).toMatchObject([{ isOpen: false, insideCount: 5_000 }])
  expect(rowsOf([loop], new Set(['Loop']), none)).toHaveLength(5_001)
  expect(ids(rowsOf([node('Loop', {}, [node('a')])], new Set(), none))).toEqual([
    ['Loop', 0],
    ['a', 1],
  ])
})

test('steps of a child are listed below it once they are loaded, and are loaded only when it is open', () => {
  const child = node('Call', { childPipeline: { id: 'x', name: 'Child' } })
  expect(openChildren([child], new Set(), none)).toEqual([])
  const turned = new Set(['Call'])
  expect(openChildren([child], turned, none)).toEqual([{ id: 'x', isLive: false, pipelineName: 'Child' }])
  expect(rowsOf([child], turned, none)[1]).toMatchObject({
    kind: 'note',
    depth: 1,
    text: 'Reading the steps',
  })
  expect(ids(rowsOf([child], turned, () => [node('Greet')]))).toEqual([
    ['Call', 0],
    ['Greet', 1],
  ])
})

test('a child that failed is open, so that the step that failed is seen at once', () => {
  const failed = node('Call', { result: 'FAILED', childPipeline: { id: 'x', name: 'Child' } })
  expect(openChildren([failed], new Set(), none)).toHaveLength(1)
  expect(openChildren([failed], new Set(['Call']), none)).toEqual([])
})
