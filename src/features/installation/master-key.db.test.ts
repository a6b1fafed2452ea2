import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { changeMasterKey, enterInstallation } from './service.ts'

const held = useDatabase()
const cell = { column: 'secret.value_encrypted', row: '1' } as const

test('after the master key was changed, twice, secrets open with the newest one and with no other', async () => {
  const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const { dataKey, id } = await enterInstallation(held.db, first)
  const sealed = encryptionWith(dataKey).encrypt('a secret of before', cell)
  expect(await changeMasterKey(held.db, randomBytes(32), second)).toBe('refused')
  expect(await changeMasterKey(held.db, first, second)).toBe('changed')
  expect(await changeMasterKey(held.db, first, second)).toBe('before')
  expect(await changeMasterKey(held.db, second, third)).toBe('changed')
  for (const old of [first, second])
    await expect(enterInstallation(held.db, old)).rejects.toThrow('not the one this database was set up with')
  const after = await enterInstallation(held.db, third)
  expect(after.id).toBe(id)
  expect(encryptionWith(after.dataKey).decrypt(sealed, cell)).toBe('a secret of before')
})
