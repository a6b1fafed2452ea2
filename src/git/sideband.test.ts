import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { appendMessages } from './sideband.ts'

const through = async (
  chunks: readonly Buffer[],
  messages: () => Promise<readonly string[]>,
): Promise<string> =>
  Buffer.concat(await Readable.from(chunks).pipe(appendMessages(messages)).toArray()).toString('latin1')

const report = Buffer.from('001c\u0001000eunpack ok\n0000')

test('messages come before the flush packet, as the output of a hook would', async () => {
  const bytes = Buffer.concat([report, Buffer.from('0000')])
  const expected = `${report.toString()}000b\u0002hello\n0000`
  expect(await through([bytes], async () => ['hello'])).toBe(expected)
  // However the bytes are cut.
  expect(
    await through(
      [...bytes].map((byte) => Buffer.from([byte])),
      async () => ['hello'],
    ),
  ).toBe(expected)
})

test('an answer without side band, and a push that cannot be checked, pass unchanged', async () => {
  const plain = Buffer.from('000eunpack ok\n0000')
  expect(await through([plain], async () => ['hello'])).toBe(plain.toString())
  const bytes = Buffer.concat([report, Buffer.from('0000')])
  expect(await through([bytes], () => Promise.reject(new Error('no')))).toBe(bytes.toString())
  expect(await through([], async () => ['hello'])).toBe('')
})
