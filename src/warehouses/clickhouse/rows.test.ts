import { expect, test } from 'vitest'
import { readRows } from './rows.ts'

test('a cell may be as long as it is, and arrive in any number of pieces', async () => {
  const pieces = [
    'a\tb\nString\tStr',
    'ing\n1\t',
    ...Array<string>(1_000).fill('x'.repeat(32_768)),
    '\n2\ty\n',
  ]
  const body = ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece)))
  const { columns, rows } = await readRows(new Response(body), {
    signal: new AbortController().signal,
    stop: async () => undefined,
  })
  expect(columns.map(({ type }) => type)).toEqual(['String', 'String'])
  const read = (await Array.fromAsync(rows)).flat()
  expect(read.map(([number, text]) => [number, text?.length])).toEqual([
    ['1', 32_768_000],
    ['2', 1],
  ])
})
