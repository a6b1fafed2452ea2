import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pretty } from './pretty.ts'

test('any JSON is formatted as JSON.stringify formats it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text)
      const plain = JSON.stringify(value)
      expect(pretty(plain)).toBe(JSON.stringify(value, null, 2))
      expect(pretty(JSON.stringify(value, null, 5))).toBe(pretty(plain))
    }),
  )
})

test('numbers keep all their digits, and text that is not JSON stays unchanged', () => {
  expect(pretty('{"id":12345678901234567890.10,"a":[ ]}')).toBe(
    '{\n  "id": 12345678901234567890.10,\n  "a": []\n}',
  )
  expect(pretty('<html>{</html>')).toBe('<html>{</html>')
})
