import { expect, test } from 'vitest'
import { listsOf, pathsTo, treeOf, withField, without, withType } from './structure.ts'

const structure = [
  { path: '$', type: 'OBJECT' },
  { path: '$.data', type: 'OBJECT' },
  { path: '$.data.items', type: 'ARRAY' },
  { path: '$.data.items[*]', type: 'OBJECT' },
  { path: '$.data.items[*].id', type: 'INTEGER' },
  { path: "$['odd.name']", type: 'STRING' },
] as const

const labels = (nodes: ReturnType<typeof treeOf>): unknown =>
  nodes.map(({ label, children }) => (children.length === 0 ? label : [label, labels(children)]))

test('a flat list of paths becomes a tree, with unusual names and list elements', () => {
  expect(labels(treeOf(structure))).toEqual([
    ['Response', [['data', [['items', [['each element', ['id']]]]]], 'odd.name']],
  ])
})

test('paths that are only implied by others appear in the tree', () => {
  const [root] = treeOf([{ path: '$.rows[*].id', type: 'STRING' }])
  expect(root).toMatchObject({ path: '$', type: 'OBJECT' })
  expect(root!.children[0]).toMatchObject({ path: '$.rows', type: 'ARRAY' })
})

test('a path does not match a longer name with the same beginning', () => {
  expect(pathsTo("$.a['b.c'][*].d")).toEqual(['$', '$.a', "$.a['b.c']", "$.a['b.c'][*]", "$.a['b.c'][*].d"])
  const cut = without(
    [
      { path: '$.data', type: 'ANY' },
      { path: '$.database', type: 'ANY' },
    ],
    '$.data',
  )
  expect(cut).toEqual([{ path: '$.database', type: 'ANY' }])
})

test('fields are added after their siblings, retyped, and removed with their children', () => {
  const added = withField(structure, '$.data.items[*]', 'the name', 'STRING')
  expect(added[5]).toEqual({ path: "$.data.items[*]['the name']", type: 'STRING' })
  expect(withField(added, '$.data.items[*]', 'id', 'NUMBER')).toHaveLength(added.length)
  expect(withType(structure, '$.data.items[*].id', 'STRING')[4]!.type).toBe('STRING')
  expect(without(structure, '$.data').map(({ path }) => path)).toEqual(['$', "$['odd.name']"])
  expect(listsOf(structure)).toEqual(['$.data.items'])
})
