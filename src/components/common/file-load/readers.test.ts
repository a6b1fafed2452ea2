import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardParts } from '../../../warehouses/standard-parts.ts'
import { ContentError, decoded, unpacked } from './decode.ts'
import type { Compression, FileFormat } from './file-format.ts'
import { createJsonReader, membersOf, scalarText } from './json-reader.ts'
import { createJsonRows } from './json-rows.ts'
import { momentReader } from './moments.ts'
import type { TargetTable } from './target-table.ts'

function valuesOf(text: string, strips: boolean, pieceSize = 1_000) {
  const found: [string, number][] = []
  const reader = createJsonReader(strips, (value, line) => found.push([value, line]))
  for (let at = 0; at < text.length; at += pieceSize) reader.push(text.slice(at, at + pieceSize))
  reader.end()
  return found
}

test('JSON values come out as they are written, with the line they begin in', () => {
  const text = '{"a":1}\n{"b":\n"}"}  12345678901234567890 "x" [1,2]'
  expect(valuesOf(text, false)).toEqual([
    ['{"a":1}', 1],
    ['{"b":\n"}"}', 2],
    ['12345678901234567890', 3],
    ['"x"', 3],
    ['[1,2]', 3],
  ])
  expect(valuesOf('[{"a":1},\n {"a":[2]} , 3 ]', true)).toEqual([
    ['{"a":1}', 1],
    ['{"a":[2]}', 2],
    ['3', 2],
  ])
  expect(() => valuesOf('{"a":', false)).toThrow('line 1: the file ends in the middle')
  expect(() => valuesOf('[{"a":1}', true)).toThrow('the file ends in the middle')
  expect(() => valuesOf('{"a":1},\n{"a":2}', false)).toThrow('line 1: a comma is where a value should begin')
  expect(() => valuesOf('1 }', false)).toThrow('a closing bracket has no opening bracket')
})

test('members that are null are left out, and numbers keep their digits', () => {
  const rows: unknown[] = []
  const format = { stripNulls: true, stripOuterArray: false } as FileFormat
  const problem = (message: string) => expect.unreachable(message)
  const reader = createJsonRows(format, { takesWhole: true } as TargetTable, {
    row: (cells) => rows.push(...cells),
    problem,
  })
  reader.push('{"a": 12345678901234567890, "b": null, "c": [1.10, null, {"d": null}]}')
  reader.end()
  expect(rows).toEqual(['{"a": 12345678901234567890, "c": [1.10, null, {}]}'])
})

test('however JSON is cut into pieces, the values are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 7 }), (values, size) => {
      const lines = values.map((value) => JSON.stringify(value)).join('\n')
      expect(valuesOf(lines, false, size).map(([value]) => JSON.parse(value))).toEqual(
        JSON.parse(JSON.stringify(values)),
      )
      const array = JSON.stringify(values)
      expect(valuesOf(array, true, size).map(([value]) => JSON.parse(value))).toEqual(JSON.parse(array))
    }),
  )
})

test('members keep every digit, and nested values their text', () => {
  const members = membersOf(
    '{"id" : 12345678901234567890, "t":"a\\"b", "n":null, "o":{"x":[1,{"y":2}],"id":3}, "e":{}}',
  )!
  expect([...members]).toEqual([
    ['id', '12345678901234567890'],
    ['t', '"a\\"b"'],
    ['n', 'null'],
    ['o', '{"x":[1,{"y":2}],"id":3}'],
    ['e', '{}'],
  ])
  expect(['"a\\"b"', 'null', '1.50', undefined].map((text) => scalarText(text))).toEqual([
    'a"b',
    null,
    '1.50',
    null,
  ])
  expect(membersOf('[1]')).toBeUndefined()
})

test('days and moments of the usual forms and of stated ones become ISO 8601, all others nothing', () => {
  const readerOf = (type: string, format: string) =>
    momentReader(type, { dateFormat: format, timestampFormat: format }, standardParts)
  const read = (type: string, format: string, text: string) => readerOf(type, format)?.(text)
  expect(read('DATE', '', '2024-2-3')).toBe('2024-02-03')
  expect(read('DATE', 'AUTO', '02/03/2024')).toBe('2024-02-03')
  expect(read('DATE', '', '3-Feb-2024')).toBe('2024-02-03')
  expect(read('DATE', 'DD/MM/YYYY', '02/03/2024')).toBe('2024-03-02')
  expect(read('date', 'DD.MM.YY', '02.03.24')).toBe('2024-03-02')
  expect(read('DATE', '', 'tomorrow')).toBeUndefined()
  expect(read('TIMESTAMP', '', '2024-02-03T04:05:06.789+02:00')).toBe('2024-02-03 04:05:06.789')
  expect(read('timestamp with time zone', '', '2024-02-03 04:05')).toBe('2024-02-03 04:05:00+00:00')
  expect(read('TIMESTAMP', 'MON DD YYYY HH12:MI AM', 'Feb 03 2024 12:30 am')).toBe('2024-02-03 00:30:00')
  expect(read('TIMESTAMP', 'YYYYMMDDHH24MISS.FF3', '20240203040506.120')).toBe('2024-02-03 04:05:06.120')
  expect(readerOf('VARCHAR', '')).toBeUndefined()
})

async function textOf(
  bytes: Buffer,
  options: {
    name?: string
    encoding?: string
    replaceInvalid?: boolean
    compression?: Compression
    pieceBytes?: number
  } = {},
) {
  const { name = 'a.csv', encoding = 'utf-8', replaceInvalid = false } = options
  const { compression = 'AUTO', pieceBytes = 7 } = options
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  return (
    await Array.fromAsync(decoded(unpacked(pieces(), compression, name), { encoding, replaceInvalid }))
  ).join('')
}

test('packed files are told by how they begin, and bytes of another encoding are refused or replaced', async () => {
  const text = 'id,näme\n'.repeat(50)
  expect(await textOf(gzipSync(text))).toBe(text)
  expect(await textOf(zstdCompressSync(text))).toBe(text)
  expect(await textOf(Buffer.from(text))).toBe(text)
  expect(await textOf(Buffer.alloc(0))).toBe('')
  for (const packed of [gzipSync(text), zstdCompressSync(text), Buffer.from(text), Buffer.from('a')])
    expect(await textOf(packed, { pieceBytes: 1 })).toBe(packed.length === 1 ? 'a' : text)
  expect(await textOf(Buffer.from([0x6e, 0xe4]), { encoding: 'windows-1252' })).toBe('nä')
  await expect(textOf(Buffer.from([0x6e, 0xe4, 0x6e]))).rejects.toThrow('not utf-8: set its Encoding Type')
  expect(await textOf(Buffer.from([0x6e, 0xe4, 0x6e]), { replaceInvalid: true })).toBe('n\ufffdn')
  await expect(textOf(gzipSync(text).subarray(0, 30))).rejects.toThrow(ContentError)
  await expect(textOf(Buffer.from('BZh91AY&SY'))).rejects.toThrow('compressed with BZIP2')
})

test('a byte order mark says how a file is read, and wide text without one is read as nothing else', async () => {
  const text = 'id,näme\r\n1,é\r\n'
  const wide = Buffer.from(text, 'utf16le')
  const swapped = Buffer.from(wide).swap16()
  const marked = [
    Buffer.from(`\ufeff${text}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]),
  ]
  for (const bytes of marked)
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
      expect(await textOf(bytes, { encoding, pieceBytes: 1 })).toBe(text)
  expect(await textOf(wide, { encoding: 'utf-16le' })).toBe(text)
  expect(await textOf(swapped, { encoding: 'utf-16be' })).toBe(text)
  for (const encoding of ['utf-8', 'utf-16be'])
    await expect(textOf(wide, { encoding })).rejects.toThrow('set its Encoding Type to utf-16le')
  await expect(textOf(swapped, { encoding: 'utf-16le' })).rejects.toThrow('set its Encoding Type to utf-16be')
})

test('all that was packed and put one behind another is read, and nothing behind it left unread', async () => {
  const [one, other] = ['id\n'.repeat(50), '7\n']
  for (const pack of [gzipSync, zstdCompressSync])
    expect(await textOf(Buffer.concat([pack(one), pack(other), pack(one)]))).toBe(one + other + one)
  const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
  expect(await textOf(Buffer.concat([skipped, zstdCompressSync(one)]))).toBe(one)
  expect(await textOf(Buffer.concat([gzipSync(one), Buffer.alloc(100)]))).toBe(one)
  const cut = Buffer.concat([zstdCompressSync(one), zstdCompressSync(other).subarray(0, 8)])
  await expect(textOf(cut)).rejects.toThrow(ContentError)
  const brotli = Buffer.concat([brotliCompressSync(one), brotliCompressSync(other)])
  await expect(textOf(brotli, { name: 'a.csv.br' })).rejects.toThrow('bytes behind the end')
  const deflate = Buffer.concat([deflateSync(one), deflateSync(other)])
  await expect(textOf(deflate, { compression: 'DEFLATE' })).rejects.toThrow('bytes behind the end')
})

test('a file that is refused for how it begins is closed', async () => {
  const text = 'id,name\n1,Ann\n'
  const refused = [Buffer.from('PK\x03\x04 and more'), gzipSync(gzipSync(text)), Buffer.from(text, 'utf16le')]
  for (const bytes of refused) {
    let isClosed = false
    async function* pieces() {
      try {
        yield bytes
      } finally {
        isClosed = true
      }
    }
    const texts = decoded(unpacked(pieces(), 'AUTO', 'a.csv'), { encoding: 'utf-8', replaceInvalid: false })
    await expect(Array.fromAsync(texts)).rejects.toThrow(ContentError)
    expect(isClosed).toBe(true)
  }
})
