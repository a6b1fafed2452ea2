import { expect, test } from 'vitest'
import { compareComponents, conflictingComponents } from './compare.ts'
import { parsePipelineFile } from './parse.ts'

const pipeline = (components: string) =>
  parsePipelineFile('p.orch.yaml', `type: orchestration\npipeline:\n  components:\n${components}`).pipeline
const component = (name: string, script: string) =>
  `    ${name}:\n      type: bash-script\n      parameters:\n        componentName: ${name}\n        script: ${script}\n`

test('a component that moved in its file, or states its members in another order, is the same', () => {
  const before = pipeline(component('A', 'one') + component('B', 'two'))
  const after = pipeline(
    `${component('B', 'two')}    A:\n      parameters:\n        script: one\n        componentName: A\n      type: bash-script\n`,
  )
  expect(compareComponents(before, after)).toEqual({ added: [], changed: [], removed: [] })
})

test('components are added, changed and removed by name; without a pipeline there are none', () => {
  const before = pipeline(component('A', 'one') + component('B', 'two'))
  const after = pipeline(component('A', 'other') + component('C', 'three'))
  expect(compareComponents(before, after)).toEqual({ added: ['C'], changed: ['A'], removed: ['B'] })
  expect(compareComponents(undefined, after)).toEqual({ added: ['A', 'C'], changed: [], removed: [] })
})

test('a component is in conflict when both sides changed it, each in its own way', () => {
  const base = pipeline(component('A', 'one') + component('B', 'one') + component('C', 'one'))
  const ours = pipeline(component('A', 'ours') + component('B', 'same') + component('C', 'one'))
  const theirs = pipeline(component('A', 'theirs') + component('B', 'same') + component('C', 'theirs'))
  expect(conflictingComponents(base, ours, theirs)).toEqual(['A'])
})
