import { expect, test } from 'vitest'
import { withWholeLetters } from './written-json.ts'

test('halves of surrogate pairs become U+FFFD, and every other escape stays', () => {
  const texts = String.raw`["cut \ud83d", "\uD83D\uDC4D", "\udc4d\ud83d", "\\ud83d", "\u0041\"\n", 1.10]`
  expect(withWholeLetters(texts)).toBe(
    String.raw`["cut \ufffd", "\uD83D\uDC4D", "\ufffd\ufffd", "\\ud83d", "\u0041\"\n", 1.10]`,
  )
  expect(JSON.parse(withWholeLetters(JSON.stringify('\ud83d\ud83d\udc4d')))).toBe('\ufffd👍')
})
