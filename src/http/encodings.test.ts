import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed, encodingFor } from './encodings.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *;q=0.1', 'br'],
  ['identity', undefined],
  ['deflate', undefined],
  ['', undefined],
  ['br;q=wrong', undefined],
  [undefined, undefined],
] as const)('of %s the encoding is %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

test('what is compressed is the same text', async () => {
  const text = 'ä long line, twice over. '.repeat(400)
  for (const effort of ['now', 'once'] as const) {
    expect(brotliDecompressSync(await compressed(text, 'br', effort)).toString()).toBe(text)
    expect(gunzipSync(await compressed(text, 'gzip', effort)).toString()).toBe(text)
  }
})
