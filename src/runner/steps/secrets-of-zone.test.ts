import { expect, test } from 'vitest'
import type { SecretFound } from '../connection/lookups.ts'
import { secretsOfZone } from './secrets-of-zone.ts'

const signal = new AbortController().signal
const zone = { project: 'f3a1c7de-0b3b-4a86-9f0e-3a2f6c1d9b10', environment: 'Production' }

/** What a name yields where the runner has `own` and the project `found`. */
function read(
  name: string,
  own: Readonly<Record<string, string>>,
  { grants = '*=*', found = {} }: { grants?: string; found?: Readonly<Record<string, SecretFound>> },
) {
  const secrets = { get: async (wanted: string) => own[wanted] }
  const lookUp = async (wanted: string) => found[wanted]
  return secretsOfZone({ secrets, grantSecrets: grants, lookUp }, zone).get(name, signal)
}

const found = {
  whole: { reference: { secretName: 'orders' } },
  part: { reference: { secretName: 'orders', secretKey: 'password' } },
  circular: { reference: { secretName: 'whole' } },
  kept: { value: 'of the project' },
} as const
const orders = '{"password": "hush", "port": 5432}'

test('a granted secret of the runner comes first, then what the project has', async () => {
  expect(await read('kept', { kept: 'of the runner' }, { found })).toBe('of the runner')
  expect(await read('kept', { kept: 'of the runner' }, { found, grants: 'other=*' })).toBe('of the project')
  expect(await read('nothing', {}, { found })).toBeUndefined()
})

test('a reference yields the secret that it means, or a member of it', async () => {
  expect(await read('whole', { orders }, { found })).toBe(orders)
  expect(await read('part', { orders }, { found })).toBe('hush')
  await expect(read('part', { orders: 'no object' }, { found })).rejects.toThrow(
    /"orders" is not a JSON object/,
  )
})

test('a reference opens no secret that was not granted to the environment of the project', async () => {
  const refusal = /"whole" means the secret "orders" .* does not grant it to this environment/
  for (const grants of ['', 'whole=*', 'orders=another', `orders=${zone.project}/Development`])
    await expect(read('whole', { orders }, { found, grants })).rejects.toThrow(refusal)
  expect(await read('whole', { orders }, { found, grants: `orders=${zone.project}/Production` })).toBe(orders)
})

test('a reference means a secret of the runner, never another name of the project', async () => {
  await expect(read('whole', {}, { found })).rejects.toThrow(/has no such secret/)
  await expect(read('circular', { orders }, { found })).rejects.toThrow(/means the secret "whole"/)
})
