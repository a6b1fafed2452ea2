import { expect, test } from 'vitest'
import { isPublished, pipelineNameOf, pipelineReference } from './names.ts'

test('the ending decides the kind, and the name is the path without it', () => {
  expect(pipelineNameOf('Sales/Load Orders.orch.yaml')).toEqual({
    name: 'Sales/Load Orders',
    kind: 'orchestration',
  })
  expect(pipelineNameOf('_x.tran.yaml')).toEqual({ name: '_x', kind: 'transformation' })
})

test('names are opaque: a folder that ends in a blank keeps it', () => {
  expect(pipelineNameOf('Salesforce /a.b (1).orch.yaml')?.name).toBe('Salesforce /a.b (1)')
})

test.each(['a.yaml', 'a.orch.yml', 'orch.yaml', '.orch.yaml', 'x/.tran.yaml', '', 'a.orch.yaml.bak'])(
  '%j is no pipeline file',
  (path) => expect(pipelineNameOf(path)).toBeUndefined(),
)

test.each([
  ['a.orch.yaml', true],
  ['.shared/a.orch.yaml', true],
  ['scripts/load.sql', true],
  ['.vscode/settings.json', false],
  ['.env', false],
  ['.git/a.orch.yaml', false],
  ['x/node_modules/p/a.orch.yaml', false],
  ['.headrace/a.orch.yaml', false],
])('%s is part of a version: %s', (path, published) => expect(isPublished(path)).toBe(published))

test.each(['x/a', 'x/a.orch.yaml', './x/a', '/x/a.orch.yaml', './/x/a'])('%j refers to x/a', (reference) =>
  expect(pipelineReference(reference)).toBe('x/a'),
)
