import { expect, test } from 'vitest'
import type { Step } from '../../../components/executions/shapes.ts'
import { fullName, type StepNode, treeOf, wrappersOf } from './tree.ts'

const step = (key: string, name: string, own: Partial<Step> = {}): Step => ({
  id: key,
  key,
  name,
  type: 'bash-script',
  result: 'SUCCESS',
  attempt: 1,
  startedAt: '2026-11-21T10:00:00Z',
  ...own,
})

const outline = (nodes: readonly StepNode[]): unknown[] =>
  nodes.map(({ step, inside }) => (inside.length === 0 ? step.key : { [step.key]: outline(inside) }))

test('iterations are nested in their iterator, also when two of them run the same inner iterator at once', () => {
  const wrappers = wrappersOf([
    { name: 'Outer', type: 'fixed-iterator', iterationTarget: 'Inner' },
    { name: 'Inner', type: 'loop-iterator', iterationTarget: 'Body' },
    { name: 'Body', type: 'bash-script' },
  ])
  const steps = [
    step('Outer', 'Outer'),
    step('Inner[1]', 'Inner'),
    step('Inner[2]', 'Inner'),
    step('Body[2][1]', 'Body'),
    step('Body[1][1]', 'Body'),
    step('Body[1][2]', 'Body'),
  ]
  expect(outline(treeOf(steps, wrappers))).toEqual([
    { Outer: [{ 'Inner[1]': ['Body[1][1]', 'Body[1][2]'] }, { 'Inner[2]': ['Body[2][1]'] }] },
  ])
})

test('attempts are nested in their retry, the first too, and names may hold the signs of keys', () => {
  const wrappers = wrappersOf([
    { name: 'Each', type: 'fixed-iterator', iterationTarget: 'Try #1' },
    { name: 'Try #1', type: 'retry', iterationTarget: 'Body' },
  ])
  const steps = [
    step('Each', 'Each'),
    step('Try \\#1[1]', 'Try #1'),
    step('Body[1]', 'Body'),
    step('Body[1]#2', 'Body'),
  ]
  expect(outline(treeOf(steps, wrappers))).toEqual([{ Each: [{ 'Try \\#1[1]': ['Body[1]', 'Body[1]#2'] }] }])
})

test('steps of a pipeline that no longer exists are listed one below the other', () => {
  expect(outline(treeOf([step('Each', 'Each'), step('Body[1]', 'Body')], new Map()))).toEqual([
    'Each',
    'Body[1]',
  ])
})

test('a step says which iteration and attempt it is', () => {
  expect(fullName(step('A[3]#2', 'A', { iteration: 3, attempt: 2 }))).toBe('A, iteration 3, attempt 2')
})
