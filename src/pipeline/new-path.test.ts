import { expect, test } from 'vitest'
import { kindOfName, pathFault, pathOf } from './new-path.ts'

test('a name becomes the path of a file of its kind', () => {
  expect(pathOf(' Orders/Load ', 'orchestration')).toBe('Orders/Load.orch.yaml')
  expect(pathOf('/Orders/Load.orch.yaml', 'transformation')).toBe('Orders/Load.tran.yaml')
})

test('an ending says which kind is meant', () => {
  expect(['a.tran.yaml ', 'a.orch.yaml', 'a.yaml'].map(kindOfName)).toEqual([
    'transformation',
    'orchestration',
    undefined,
  ])
})

test.each(['', '  /', 'a//b', '../a', 'a/', '.hidden/a'])('%j is no name', (name) =>
  expect(pathFault(name)).toBeDefined(),
)
test('other names are', () => expect(pathFault('_Orders/Load 2: daily')).toBeUndefined())
