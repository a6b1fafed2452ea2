import { expect, test } from 'vitest'
import { hashSecret, isSecret, newSecret } from './secret-hash.ts'

test('only the secret itself fits its hash', async () => {
  const secret = newSecret()
  const hash = await hashSecret(secret)
  expect(await isSecret(secret, hash)).toBe(true)
  expect(await isSecret(`${secret}x`, hash)).toBe(false)
  expect(await isSecret(secret, 'no hash of ours')).toBe(false)
})

test('two hashes of one secret differ', async () => {
  expect(await hashSecret('one')).not.toBe(await hashSecret('one'))
})
