import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { untilMark } from './until-mark.ts'

const mark = '\0mark'

async function read(source: PassThrough): Promise<string[]> {
  const pieces: string[] = []
  for await (const piece of untilMark(source, mark)) pieces.push(String(piece))
  return pieces
}

test.each([
  [['a', 'b\n', mark], 'ab\n'],
  [[mark], ''],
  [['a\0mark'], 'a'],
  [['a\0ma', 'rk'], 'a'],
  [['a\0ma', 'n\0', '\0\0m', 'ark'], 'a\0man\0\0'],
  [['\0mar\0mark'], '\0mar'],
])('of %j what comes before the mark is read', async (chunks, expected) => {
  const source = new PassThrough()
  for (const chunk of chunks) source.write(chunk)
  expect((await read(source)).join('')).toBe(expected)
})

test('one source is read on after each mark, and to its end', async () => {
  const source = new PassThrough()
  source.write(`first${mark}`)
  expect(await read(source)).toEqual(['first'])
  source.write('second')
  setImmediate(() => source.write(mark))
  expect((await read(source)).join('')).toBe('second')
  source.end('third\0m')
  expect((await read(source)).join('')).toBe('third\0m')
})

test('what cannot be a mark is handed out at once', async () => {
  const source = new PassThrough()
  const pieces = untilMark(source, mark)
  source.write('asks: \0maybe')
  expect(String((await pieces.next()).value)).toBe('asks: \0maybe')
  await pieces.return(undefined)
})
