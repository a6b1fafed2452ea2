import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTurnTree } from './turn-tree.ts'

const all = (tree: { next(): string | undefined }): string[] => {
  const taken: string[] = []
  for (let one = tree.next(); one !== undefined; one = tree.next()) taken.push(one)
  return taken
}

test('branches take turns at every fork, and what is at the end of one path keeps its order', () => {
  const tree = createTurnTree<string>()
  for (const one of ['a1', 'a2', 'a3', 'a4']) tree.add(['east', 'a'], one)
  tree.add(['east', 'b'], 'b1')
  tree.add(['east'], 'east itself')
  tree.add(['west', 'c', 'd'], 'd1')
  tree.add(['west', 'c', 'd'], 'd2')
  expect(tree.size).toBe(8)
  expect(all(tree)).toEqual(['a1', 'd1', 'b1', 'd2', 'east itself', 'a2', 'a3', 'a4'])
  expect(tree.size).toBe(0)
})

test('what is deleted has no turn, and what does not wait cannot be deleted', () => {
  const tree = createTurnTree<string>()
  tree.add(['a', 'b'], 'one')
  tree.add(['a', 'b'], 'two')
  tree.delete(['a'], 'one')
  tree.delete(['a', 'c'], 'one')
  tree.delete(['a', 'b', 'c'], 'one')
  expect(tree.size).toBe(2)
  tree.delete(['a', 'b'], 'one')
  tree.delete(['a', 'b'], 'one')
  expect([tree.size, ...all(tree)]).toEqual([1, 'two'])
})

test('everything that is added and not deleted is taken once', () => {
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(fc.tuple(path, fc.boolean()), { maxLength: 40 }), (added) => {
      const tree = createTurnTree<string>()
      for (const [at, [where]] of added.entries()) tree.add(where, `${at}`)
      for (const [at, [where, isDeleted]] of added.entries()) if (isDeleted) tree.delete(where, `${at}`)
      const left = added.flatMap(([, isDeleted], at) => (isDeleted ? [] : [`${at}`]))
      expect(tree.size).toBe(left.length)
      expect(all(tree).toSorted()).toEqual(left.toSorted())
    }),
  )
})
