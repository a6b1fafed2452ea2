import { expect, test } from 'vitest'
import { createMasking } from './masking.ts'

const secret = 'p/ä s"w+rd-9?'

function maskingOf(...secrets: string[]) {
  const masking = createMasking()
  for (const one of secrets) masking.add(one)
  return (text: string) => masking.mask(text)
}

test('F23: a secret is masked as it is and in the encodings that reach logs', () => {
  const mask = maskingOf(secret)
  expect(mask(`before ${secret} after ${secret}`)).toBe('before *** after ***')
  expect(mask(JSON.stringify({ password: secret }))).toBe('{"password":"***"}')
  expect(mask(`https://far.test/?key=${encodeURIComponent(secret)}&n=1`)).toBe(
    'https://far.test/?key=***&n=1',
  )
  expect(mask(new URLSearchParams({ key: secret }).toString())).toBe('key=***')
})

test('F23: a secret is masked as Python writes it into JSON, and between the quotes of SQL and of a shell', () => {
  const mask = maskingOf('it\'s "ä😀"')
  expect(mask(String.raw`{"password": "it's \"\u00e4\ud83d\ude00\""}`)).toBe('{"password": "***"}')
  expect(mask("select 'it''s \"ä😀\"'")).toBe("select '***'")
  expect(mask('select "it\'s ""ä😀"""')).toBe('select "***"')
  expect(mask(String.raw`+ curl -u 'it'\''s "ä😀"'`)).toBe("+ curl -u '***'")
})

test('F23: a secret is masked however a program encodes it for an address', () => {
  const mask = maskingOf("a/b c(d)'é~!*")
  const python = 'a/b%20c%28d%29%27%C3%A9~%21%2A'
  for (const encoded of [
    python,
    python.toLowerCase(),
    python.replace('/', '%2F'),
    python.replace('/', '%2F').toLowerCase(),
  ])
    expect(mask(`?key=${encoded}&n=1`)).toBe('?key=***&n=1')
})

test('F23: a secret inside a base64 text is masked, wherever it begins and however it ends', () => {
  const mask = maskingOf(secret)
  const whole = Buffer.from(secret).toString('base64').replace(/=+$/, '')
  for (const before of ['', 'u', 'us', 'user:', 'users:']) {
    for (const after of ['', '!', '!!', '!!!']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const masked = mask(Buffer.from(`${before}${secret}${after}`).toString(encoding))
        expect(masked).toContain('***')
        expect(masked.length).toBeLessThan(whole.length)
      }
    }
  }
})

test('the longer of two secrets is masked as a whole', () => {
  expect(maskingOf('token', 'token-extended')('use token-extended or token')).toBe('use *** or ***')
})

test('each line of a secret of several lines is masked, because logs are lines', () => {
  const mask = maskingOf('-----BEGIN KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END KEY-----')
  expect(mask('MIIEvQIBADANBgkq')).toBe('***')
  expect(mask('line hkiG9w0BAQEFAASC.')).toBe('line ***.')
})

test('a value too short to be a secret hides nothing', () => {
  expect(maskingOf('abc', '')('abc abcd')).toBe('abc abcd')
})

test('characters with a meaning in patterns are taken as they are', () => {
  expect(maskingOf('a.c*(d')('a.c*(d abc')).toBe('*** abc')
})
