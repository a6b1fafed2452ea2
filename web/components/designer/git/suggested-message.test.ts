import { expect, test } from 'vitest'
import { suggestedMessage } from './suggested-message.ts'

test.each([
  [[['added', 'Orders/Load.orch.yaml']], 'Add Orders/Load'],
  [
    [
      ['changed', 'a.tran.yaml'],
      ['changed', 'b.sql'],
      ['same', 'c.sql'],
    ],
    'Change a and b.sql',
  ],
  [
    [
      ['added', 'a.tran.yaml'],
      ['deleted', 'b.sql'],
    ],
    'Change a and b.sql',
  ],
  [
    [
      ['deleted', 'a'],
      ['deleted', 'b'],
      ['deleted', 'c'],
    ],
    'Delete 3 files',
  ],
  [[['same', 'a']], ''],
] as const)('%j', (changes, message) => {
  expect(suggestedMessage(changes.map(([kind, path]) => ({ kind, path })))).toBe(message)
})
