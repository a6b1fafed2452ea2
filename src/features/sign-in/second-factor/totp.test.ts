import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { newTotpSecret, otpauthUri, stepOf } from './totp.ts'

// RFC 6238, appendix B: the secret "12345678901234567890", and the last six of its eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1_000)

test('codes are those of RFC 6238', () => {
  expect(stepOf(secret, '287082', at(59))).toBe(1)
  expect(stepOf(secret, '081804', at(1_111_111_109))).toBe(37_037_036)
  expect(stepOf(secret, '005924', at(1_234_567_890))).toBe(41_152_263)
})

test('a code counts half a minute early and late, under its own number, and no longer', () => {
  expect([30, 59, 60, 89].map((seconds) => stepOf(secret, '287082', at(seconds)))).toEqual([1, 1, 1, 1])
  expect(stepOf(secret, '287082', at(29))).toBe(1)
  expect(stepOf(secret, '287082', at(90))).toBeUndefined()
  expect(stepOf(secret, '287083', at(59))).toBeUndefined()
})

test('the address of a QR code carries secret, issuer and name', () => {
  const own = newTotpSecret()
  expect(own).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(otpauthUri(own, 'Headrace data.example.com', 'ada@example.com'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toMatch(/Headrace data\.example\.com:ada@example\.com$/)
  expect(uri.searchParams.get('secret')).toBe(own)
  expect(uri.searchParams.get('issuer')).toBe('Headrace data.example.com')
})

test('recovery codes are ten different ones, read however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  const [code] = codes as [string]
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`
  expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash(code))
  expect(recoveryCodeHash(codes[1]!)).not.toEqual(recoveryCodeHash(code))
})
