import { expect, test } from 'vitest'
import { isDeeperText, isDeeperThan } from './depth.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

test.each([nested(10), `["\\\\", ${nested(8)}, "[[[["]`, `{"[{\\"[{": ${nested(8)}, "b": [[], {}, []]}`])(
  'F13: levels are counted in the text as in the value: %s',
  (text) => {
    const levels = [1, 5, 8, 9, 10, 11]
    const value = JSON.parse(text)
    // A value's own innermost texts and numbers count as a level there.
    expect(levels.map((most) => isDeeperText(text, most))).toEqual(
      levels.map((most) => isDeeperThan(value, most)),
    )
  },
)

test('F13: a broken text is no error, and a million levels are none either', () => {
  for (const text of ['"', '["\\', '"\\"', ']]]]', '']) expect(isDeeperText(text, 3)).toBe(false)
  expect(isDeeperText('['.repeat(1e6), 100)).toBe(true)
})
