import { expect, test } from 'vitest'
import type { Attribute } from '../scim/attributes.ts'
import type { ElementFilter } from '../scim/filter.ts'
import { type MemberChange, merged, selectedBy } from './rules.ts'

const display = {
  name: 'display',
  type: 'string',
  multiValued: false,
  caseExact: false,
} as unknown as Attribute
const named = (value: string): ElementFilter => ({ kind: 'compare', path: display, operator: 'eq', value })

test('members that follow each other are added or removed together, in the order that was given', () => {
  const add = (...ids: string[]): MemberChange => ({ kind: 'add', ids })
  const remove = (...ids: string[]): MemberChange => ({ kind: 'remove', ids })
  const replace = (...ids: string[]): MemberChange => ({ kind: 'replace', ids })
  const where = (...names: string[]): MemberChange => ({ kind: 'removeWhere', filters: names.map(named) })
  expect(merged([add('a'), add('b', 'c'), remove('a'), remove('d'), add('e')])).toEqual([
    add('a', 'b', 'c'),
    remove('a', 'd'),
    add('e'),
  ])
  expect(merged([where('x'), where('y'), replace('a'), replace('b'), add('c')])).toEqual([
    where('x', 'y'),
    replace('a'),
    replace('b'),
    add('c'),
  ])
  expect(merged([])).toEqual([])
})

test('filters that follow each other select from one list, and more than a million comparisons are refused', () => {
  const members = Array.from({ length: 1_000 }, (_, n) => ({ display: `m${n}` }))
  expect(selectedBy(members, [named('m3'), named('M5')])).toEqual([{ display: 'm3' }, { display: 'm5' }])
  const filters = Array.from({ length: 1_001 }, () => named('none'))
  expect(() => selectedBy(members, filters)).toThrow(/over a million/)
})

test('a request that reads all members again and again, between other changes, is refused', () => {
  const turns = Array.from({ length: 51 }, (_, n): MemberChange[] => [
    { kind: 'removeWhere', filters: [named(`m${n}`)] },
    { kind: 'add', ids: ['a'] },
  ])
  expect(merged(turns.slice(1).flat())).toHaveLength(100)
  expect(() => merged(turns.flat())).toThrow(/several requests/)
})
