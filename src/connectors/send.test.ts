import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { ExchangeError, type ReadLimits, readText } from './send.ts'

function read(body: Uint8Array, contentType: string, own: Partial<ReadLimits> = {}) {
  const response = new Response(Readable.toWeb(Readable.from(halves(body))) as ReadableStream, {
    headers: { 'content-type': contentType },
  })
  const { signal } = new AbortController()
  const limits = { signal, silenceMs: 1_000, maxBytes: 1_000, exact: true, ...own }
  return readText({ response, url: 'https://api.example.com/x' }, limits)
}

const halves = (body: Uint8Array) => [body.subarray(0, 2), body.subarray(2)]

test.each([
  ['application/json', Buffer.from('Müller')],
  ['application/json; charset=ISO-8859-1', Buffer.from('Müller', 'latin1')],
  ['text/plain; Charset="utf-16le"', Buffer.from('Müller', 'utf16le')],
  ['application/json; charset=', Buffer.from('Müller')],
  ['text/plain; charset=klingon', Buffer.from('Müller')],
])('%s is read in its character set', async (contentType, body) => {
  expect((await read(body, contentType)).text).toBe('Müller')
})

test('text that is not in its character set is an error, unless it is only shown', async () => {
  const latin1 = Buffer.from('Müller', 'latin1')
  await expect(read(latin1, 'application/json')).rejects.toThrow(
    'api.example.com sent bytes that are not utf-8',
  )
  await expect(read(latin1.subarray(0, 2), 'application/json')).rejects.toThrow(ExchangeError)
  await expect(read(latin1, 'text/plain; charset=klingon')).rejects.toThrow('not utf-8')
  const shown = { exact: false }
  expect((await read(latin1, 'application/json', shown)).text).toBe('M\uFFFDller')
  expect((await read(Buffer.from('Müller'), 'text/plain; charset=klingon', shown)).text).toBe('Müller')
})

test('a text that is cut off within a character has no fault', async () => {
  expect(await read(Buffer.from('Müller'), 'text/plain', { maxBytes: 2 })).toEqual({
    text: 'M',
    truncated: true,
  })
})
