import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonOf } from '../lib/written-json.ts'
import { readPath } from './json-path.ts'
import { createElementReader, ElementsError } from './stream-elements.ts'

function read(text: string, path: string, pieceSize = text.length || 1) {
  const reader = createElementReader(readPath(path)!)
  const found: string[] = []
  for (let at = 0; at < text.length; at += pieceSize)
    found.push(...reader.push(text.slice(at, at + pieceSize)))
  return { found, rest: JSON.parse(jsonOf(reader.end())) as unknown }
}

test('elements come out as the text they are, and the rest of the document stays', () => {
  const text =
    '{"n":1,"data":{"items":[ {"id":12345678901234567890, "s":"],}"} , 2.50,"a\\"b",[1,[2]],null ],"x":[3]},"next":"c"}'
  const { found, rest } = read(text, '$.data.items')
  expect(found).toEqual(['{"id":12345678901234567890, "s":"],}"}', '2.50', '"a\\"b"', '[1,[2]]', 'null'])
  expect(rest).toEqual({ n: 1, data: { items: [], x: [3] }, next: 'c' })
})

test('a list within the elements of a list, a numbered one, and a document that is a list', () => {
  const groups = '[{"items":[1,2],"other":[9]},{"items":[]},{"items":[3]}]'
  expect(read(groups, '$[*].items').found).toEqual(['1', '2', '3'])
  expect(read(groups, '$[2].items').found).toEqual(['3'])
  expect(read('\uFEFF [ 1 , {"a":[2]} ] ', '$').found).toEqual(['1', '{"a":[2]}'])
})

test('a document without the list is the rest, and a value in its place is found there', () => {
  expect(read('{"data":{"id":1}}', '$.items')).toEqual({ found: [], rest: { data: { id: 1 } } })
  expect(read('{"items":null,"odd name":{"items":[1]}}', "$['odd name'].items").found).toEqual(['1'])
})

test('what is no JSON, or breaks off, is refused', () => {
  for (const text of ['<html>', '{"items":[1,2', '{"items":[1]', '{"items":[1]}}', ''])
    expect(() => read(text, '$.items')).toThrow(ElementsError)
})

test.each([
  ['[1}', '$'],
  ['[{"a":1}}', '$'],
  ['[{"a":1]]', '$'],
  ['{"items":[1}}', '$.items'],
  ['[1,,2]', '$'],
  ['[,1]', '$'],
  ['[1, ]', '$'],
])('%s is no list, however it is cut', (text, path) => {
  for (const pieceSize of [text.length, 1, 2])
    expect(() => read(text, path, pieceSize)).toThrow(ElementsError)
})

test('however the text is cut, elements and rest are those of JSON.parse', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(12), (items, other, cut) => {
      const text = JSON.stringify({ other, 'a"b': { list: items }, after: { list: [1] } }, null, cut % 3)
      const { found, rest } = read(text, `$['a"b'].list`, cut + 1)
      expect(found.map((one) => JSON.parse(one) as unknown)).toEqual(JSON.parse(JSON.stringify(items)))
      expect(rest).toEqual(JSON.parse(JSON.stringify({ other, 'a"b': { list: [] }, after: { list: [1] } })))
    }),
  )
})
