import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptionWith } from './encryption.ts'

test('what was encrypted is read again, and looks different every time', () => {
  const { encrypt, decrypt } = encryptionWith(randomBytes(32))
  expect(decrypt(encrypt('secret ü'))).toBe('secret ü')
  expect(encrypt('secret')).not.toEqual(encrypt('secret'))
})

test('another key and changed bytes are refused', () => {
  const sealed = encryptionWith(randomBytes(32)).encrypt('secret')
  expect(() => encryptionWith(randomBytes(32)).decrypt(sealed)).toThrow()
  const { encrypt, decrypt } = encryptionWith(randomBytes(32))
  const bytes = encrypt('secret')
  bytes[bytes.length - 1]! ^= 1
  expect(() => decrypt(bytes)).toThrow()
})
