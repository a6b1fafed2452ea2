import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { unboundCiphertext } from '../../test/support/unbound-ciphertext.ts'
import { type Cell, encryptionWith } from './encryption.ts'

const cell: Cell = { column: 'secret.value_encrypted', row: '1' }

test('what was encrypted is read again, and looks different every time', () => {
  const { encrypt, decrypt } = encryptionWith(randomBytes(32))
  expect(decrypt(encrypt('secret ü', cell), cell)).toBe('secret ü')
  expect(encrypt('secret', cell)).not.toEqual(encrypt('secret', cell))
})

test('another key and changed bytes are refused', () => {
  const sealed = encryptionWith(randomBytes(32)).encrypt('secret', cell)
  expect(() => encryptionWith(randomBytes(32)).decrypt(sealed, cell)).toThrow()
  const { encrypt, decrypt } = encryptionWith(randomBytes(32))
  const bytes = encrypt('secret', cell)
  bytes[bytes.length - 1]! ^= 1
  expect(() => decrypt(bytes, cell)).toThrow()
})

test('a ciphertext opens in its own cell only', () => {
  const { encrypt, decrypt } = encryptionWith(randomBytes(32))
  const sealed = encrypt('secret', cell)
  const others: Cell[] = [
    { column: 'secret.value_encrypted', row: '2' },
    { column: 'secret.name', row: '1' },
    { column: 'secrets.value_encrypted', row: '1' },
  ]
  for (const other of others) expect(() => decrypt(sealed, other)).toThrow()
})

test('a ciphertext of an earlier version is read until all of them are bound', () => {
  const key = randomBytes(32)
  let bound = false
  const { decrypt } = encryptionWith(key, () => bound)
  const sealed = unboundCiphertext(key, 'secret')
  expect(decrypt(sealed, cell)).toBe('secret')
  bound = true
  expect(() => decrypt(sealed, cell)).toThrow('bound to no cell')
})
