import { expect, test } from 'vitest'
import { readFormat } from './file-format.ts'
import { NotPlainError, plainRecords, readsPlainly } from './plain-csv.ts'

const formatOf = (parameters: object = {}) => readFormat(parameters as never).format

async function recordsOf(
  pieces: readonly (string | Buffer)[],
  parameters: object = {},
  types = ['bigint', 'text'],
) {
  const records = plainRecords(
    (async function* () {
      for (const piece of pieces) yield Buffer.from(piece)
    })(),
    formatOf(parameters),
    types,
  )
  let text = ''
  for await (const piece of records) text += piece.toString()
  const { count, haveForms, quote, spanLines } = records
  return { text, count, haveForms, ...(quote !== undefined && { quote, spanLines }) }
}

test('plain records pass as they are, and are counted wherever pieces of the file end', async () => {
  expect(await recordsOf(['1,a\n2', ',b\n', '3,c'])).toMatchObject({ text: '1,a\n2,b\n3,c', count: 3 })
  expect(await recordsOf(['1,a\n'])).toMatchObject({ text: '1,a\n', count: 1 })
  expect(await recordsOf([])).toMatchObject({ text: '', count: 0 })
})

test('a header is left out, in whatever pieces it arrives, and a mark of the byte order with it', async () => {
  expect(await recordsOf(['id,na', 'me\n', '1,a\n'], { skipHeader: '1' })).toMatchObject({
    text: '1,a\n',
    count: 1,
  })
  expect(await recordsOf(['x\ny\n1,a'], { skipHeader: '2' })).toMatchObject({ text: '1,a', count: 1 })
  expect(await recordsOf(['only a header\n'], { skipHeader: '1' })).toMatchObject({ text: '', count: 0 })
  // It may be no text at all, which a reader finds out.
  await expect(recordsOf(['only a header'], { skipHeader: '1' })).rejects.toThrow(NotPlainError)
  expect(await recordsOf([Buffer.from('\ufeff1,a\n')])).toMatchObject({ text: '1,a\n', count: 1 })
})

test.each([
  ['as its columns are', ['1,a\n', '2,', 'b\n3,c'], 3, true],
  ['in another form, in the first piece', ['1.5,a\n', '2,b\n3,c\n'], 3, false],
  ['in another form, across two pieces', ['1,a\n2', 'x,b\n', '3,c\n'], 3, false],
  ['in another form, at the end', ['1,a\n2,b\nx,c'], 3, false],
] as const)('a text that is %s says so, and is counted', async (_, pieces, count, haveForms) => {
  expect(await recordsOf(pieces)).toEqual({ text: pieces.join(''), count, haveForms })
})

test('a text with a record that is longer than engines read is not plain, wherever it is', async () => {
  const long = ['2,', 'b'.repeat(600_000), 'b'.repeat(600_000)]
  for (const first of ['1,a\n', 'x,a\n'])
    for (const last of ['', '\n3,c'])
      await expect(recordsOf([first, ...long, last])).rejects.toThrow(NotPlainError)
})

test('quoted fields are known wherever pieces of the file end', async () => {
  const text = '1,a\n"2","b\n""c"",\n"\n3,""\n4,"d"'
  for (let at = 0; at <= text.length; at++) {
    const pieces = [text.slice(0, at), text.slice(at)]
    const found = await recordsOf(pieces, { fieldOptionallyEnclosed: '"' })
    expect([at, found]).toEqual([at, { text, count: 4, haveForms: true, quote: '"', spanLines: true }])
  }
  expect(await recordsOf(['1,"a"\n'], { fieldOptionallyEnclosed: '"' })).toMatchObject({ spanLines: false })
})

test.each([
  ['at the end of every line', 'id,name\r\n1,a\r\n2,b\r\n', '1,a\n2,b\n', 2],
  ['but for the last, which has no end', 'id,name\r\n1,a\r\n2,b', '1,a\n2,b', 2],
  ['at the end of some lines', 'id,name\n1,a\n2,b\r\n3,c\n', '1,a\n2,b\n3,c\n', 3],
  ['behind fields that are empty', 'id,name\r\n,\r\n2,\r\n', ',\n2,\n', 2],
  ['behind a header alone', 'id,name\r\n', '', 0],
  ['in another form', 'id,name\r\nx,a\r\n2,b\r\n', 'x,a\n2,b\n', 2],
])('carriage returns before line feeds are no data: %s', async (_, text, expected, count) => {
  for (let at = 0; at <= text.length; at++) {
    const found = await recordsOf([text.slice(0, at), text.slice(at)], { skipHeader: '1' })
    expect([at, found]).toMatchObject([at, { text: expected, count }])
  }
})

test('between quotes only line feeds may be data where lines end with carriage returns', async () => {
  const enclosed = { fieldOptionallyEnclosed: '"' }
  const text = '1,a\r\n"2","b\n""c"",\n"\r\n3,""\r\n4,"d"'
  for (let at = 0; at <= text.length; at++) {
    const pieces = [text.slice(0, at), text.slice(at)]
    const expected = {
      text: text.replaceAll('\r', ''),
      count: 4,
      haveForms: true,
      quote: '"',
      spanLines: true,
    }
    expect([at, await recordsOf(pieces, enclosed)]).toEqual([at, expected])
  }
  for (const inside of ['1,a\r\n2,"b\r\nc"\r\n', '1,"a"\n2,"b\r\nc"\n', '1,"a\rb"\n', '1,"a\r"\n'])
    for (let at = 0; at <= inside.length; at++)
      await expect(recordsOf([inside.slice(0, at), inside.slice(at)], enclosed)).rejects.toThrow(
        NotPlainError,
      )
})

test('fields are counted across the record from which on forms are not looked at', async () => {
  for (const pieces of [['1,a\n2', 'x,b,\n'], ['1,a\n2\n', 'x,b\n'], ['1,a\n2,b\n3'], ['x,a\n2,b\n3']])
    await expect(recordsOf(pieces)).rejects.toThrow(NotPlainError)
})

test.each([
  ['a blank line', ['1,a\n\n2,b\n']],
  ['a blank line between pieces', ['1,a\n', '\n2,b\n']],
  ['a blank line at the beginning', ['\n1,a\n']],
  ['a carriage return in a field', ['1,a\rb\n']],
  ['a carriage return in a field of lines that end with one', ['1,a\r\n2,b\r', 'c\r\n']],
  ['two carriage returns', ['1,a\r\r\n']],
  ['a carriage return at the end of the file', ['1,a\r\n2,b\r']],
  [
    'a carriage return behind lines of quoted fields',
    ['1,"a"\n', '2,b\r\n'],
    { fieldOptionallyEnclosed: '"' },
  ],
  ['a blank line of Windows', ['1,a\r\n\r', '\n2,b\r\n']],
  ['a blank line of Windows at the beginning', ['\r\n1,a\r\n']],
  ['an escape', ['1,\\N\n']],
  ['a quote within a field', ['1,a"b\n'], { fieldOptionallyEnclosed: '"' }],
  ['a quoted field behind one in another form', ['1.5,a\n', '2,"b"\n'], { fieldOptionallyEnclosed: '"' }],
  ['a field in another form behind a quoted one', ['1,"a"\n', '2.5,b\n'], { fieldOptionallyEnclosed: '"' }],
  ['a field that is never closed', ['1,"a\n2,b\n'], { fieldOptionallyEnclosed: '"' }],
  ['a quoted text that may stand for null', ['1,"a"\n'], { fieldOptionallyEnclosed: '"', nullIf: ['-'] }],
  ['a character of no text', ['1,\0\n']],
  ['a field too many', ['1,a\n2,b,\n']],
  ['a field too few', ['1,a\n2\n']],
])('%s is left to the reader of single records', async (_, pieces, parameters?: object) => {
  await expect(recordsOf(pieces, parameters)).rejects.toThrow(NotPlainError)
})

test('formats that change what stands between delimiters are never plain', () => {
  expect(readsPlainly(formatOf())).toBe(true)
  expect(readsPlainly(formatOf({ fieldDelimiter: '\\t', skipHeader: '1' }))).toBe(true)
  for (const parameters of [
    { fileType: 'JSON' },
    { encodingType: 'ISO88591' },
    { trimSpace: 'True' },
    { skipBlankLines: 'True' },
    { emptyFieldAsNull: 'False' },
    { errorOnColumnCountMismatch: 'False' },
    { recordDelimiter: '|' },
    { fieldDelimiter: '||' },
    { fieldDelimiter: '\\x01' },
    { nullIf: ['none'] },
  ])
    expect(readsPlainly(formatOf(parameters)), JSON.stringify(parameters)).toBe(false)
})
