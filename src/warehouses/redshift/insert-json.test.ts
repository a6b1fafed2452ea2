import { expect, test } from 'vitest'
import { insertJsonSql } from './insert-json.ts'

test('a text of more bytes than its column takes is refused, for a cast would cut it', () => {
  const columns = [{ name: 'a', type: 'VARCHAR(6)', member: 'a', json: false }]
  expect(insertJsonSql('"t"', columns, '[{"a": "ééé"}]')).toContain('ééé')
  expect(() => insertJsonSql('"t"', columns, '[{"a": "éééé"}]')).toThrow(
    '"a" is a text of 8 bytes, which does not fit VARCHAR(6)',
  )
})
