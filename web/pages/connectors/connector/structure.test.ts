import { expect, test } from 'vitest'
import { listsOf, treeOf, waysTo, withField, without, withType } from './structure.ts'

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

test('a flat list of paths is a tree, odd names and elements of lists included', () => {
  expect(labels(treeOf(structure))).toEqual([
    ['Response', [['data', [['items', [['each element', ['id']]]]]], 'odd.name']],
  ])
})

test('places that are not said but lead to others appear in the tree', () => {
  const [root] = treeOf([{ path: '$.rows[*].id', type: 'STRING' }])
  expect(root).toMatchObject({ path: '$', type: 'OBJECT' })
  expect(root!.children[0]).toMatchObject({ path: '$.rows', type: 'ARRAY' })
})

test('an address in the tree is not fooled by a longer name', () => {
  expect(waysTo("$.a['b.c'][*].d")).toEqual(['$', '$.a', "$.a['b.c']", "$.a['b.c'][*]", "$.a['b.c'][*].d"])
  const cut = without(
    [
      { path: '$.data', type: 'ANY' },
      { path: '$.database', type: 'ANY' },
    ],
    '$.data',
  )
  expect(cut).toEqual([{ path: '$.database', type: 'ANY' }])
})

test('fields are added behind their siblings, retyped and removed with what is in them', () => {
  const added = withField(structure, '$.data.items[*]', 'the name', 'STRING')
  expect(added[5]).toEqual({ path: "$.data.items[*]['the name']", type: 'STRING' })
  expect(withField(added, '$.data.items[*]', 'id', 'NUMBER')).toHaveLength(added.length)
  expect(withType(structure, '$.data.items[*].id', 'STRING')[4]!.type).toBe('STRING')
  expect(without(structure, '$.data').map(({ path }) => path)).toEqual(['$', "$['odd.name']"])
  expect(listsOf(structure)).toEqual(['$.data.items'])
})
