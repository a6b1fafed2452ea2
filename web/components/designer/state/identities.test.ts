import { expect, test } from 'vitest'
import { Identities } from './identities.ts'

test('a component keeps its number under another name, and who gets the old name has another one', () => {
  const identities = new Identities()
  const load = identities.of('Load')
  identities.rename('Load', 'Extract')
  expect(identities.of('Extract')).toBe(load)
  expect(identities.of('Load')).not.toBe(load)
  expect(identities.of('Join')).not.toBe(load)
})
