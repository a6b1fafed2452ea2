import { expect, test } from 'vitest'
import { componentCatalogue } from '../../../src/components/component-catalogue.ts'
import { lookOfType } from './component-types.ts'

test('cards, lists and the palette call a component what the catalogue calls it, whatever the spelling of its type', () => {
  for (const { type, otherTypes, title } of componentCatalogue())
    for (const one of [type, ...otherTypes]) expect(lookOfType(one).title, one).toBe(title)
  expect(lookOfType('sql-executor').title).toBe('SQL Script')
  expect(lookOfType('some-new-type').title).toBe('Some New Type')
})
