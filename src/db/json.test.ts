import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json.ts'

test('NUL is left out, the text that looks like one stays', () => {
  expect(JSON.parse(jsonText(['a\u0000b', '\\u0000', '\\\u0000', '\u0000\u0000']))).toEqual([
    'ab',
    '\\u0000',
    '\\',
    '',
  ])
})

test('half of a surrogate pair is replaced, a whole one stays', () => {
  expect(JSON.parse(jsonText(['a\ud800', '\udc00\ud800', '😀', '\\ud800', '\\\ud800']))).toEqual([
    'a\ufffd',
    '\ufffd\ufffd',
    '😀',
    '\\ud800',
    '\\\ufffd',
  ])
})

test('everything else comes back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      expect(JSON.parse(jsonText(texts))).toEqual(texts.map((text) => text.replaceAll('\u0000', '')))
    }),
  )
})
