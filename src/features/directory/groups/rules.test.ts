import { expect, test } from 'vitest'
import { type MemberChange, merged } from './rules.ts'

test('members that follow each other are added or removed together, in the order that was given', () => {
  const add = (...ids: string[]): MemberChange => ({ kind: 'add', ids })
  const remove = (...ids: string[]): MemberChange => ({ kind: 'remove', ids })
  const replace = (...ids: string[]): MemberChange => ({ kind: 'replace', ids })
  const where: MemberChange = { kind: 'removeWhere', matches: () => true }
  expect(merged([add('a'), add('b', 'c'), remove('a'), remove('d'), add('e')])).toEqual([
    add('a', 'b', 'c'),
    remove('a', 'd'),
    add('e'),
  ])
  expect(merged([where, where, replace('a'), replace('b'), add('c')])).toEqual([
    where,
    where,
    replace('a'),
    replace('b'),
    add('c'),
  ])
  expect(merged([])).toEqual([])
})
