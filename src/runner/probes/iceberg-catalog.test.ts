import { expect, onTestFinished, test } from 'vitest'
import { startIcebergCatalog } from '../../../test/support/iceberg-catalog.ts'
import { reachIcebergCatalog } from './iceberg-catalog.ts'

const signal = new AbortController().signal

async function reach(given: object): Promise<readonly [said: string, masked: readonly string[]]> {
  const client = { id: 'etl', secret: 'hush' }
  const catalog = await startIcebergCatalog({ metadata: () => '{}', token: 'hush-token', client })
  onTestFinished(() => catalog[Symbol.asyncDispose]())
  const tokenUrl = `${catalog.url}/v1/oauth/tokens`
  const asked = { url: catalog.url, warehouse: 'sales', files: 's3://lake/', ...given }
  const credentials = 'clientId' in asked ? { ...asked, tokenUrl } : 'token' in asked ? asked : undefined
  const masked: string[] = []
  const said = await reachIcebergCatalog(
    { ...asked, credentials } as never,
    fetch,
    signal,
    (secret) => void masked.push(secret),
  ).catch((error: Error) => error.message)
  return [said, masked]
}

test.each([
  ['a token', { token: 'hush-token' }, /has the warehouse sales$/],
  ['a client', { clientId: 'etl', clientSecret: 'hush' }, /has the warehouse sales$/],
  ['a wrong token', { token: 'hush-wrong' }, /HTTP 401.*NotAuthorized[\s\S]*Check the token/],
  ['a wrong client', { clientId: 'etl', clientSecret: 'hush-wrong' }, /invalid_client[\s\S]*Check the token/],
  ['no credentials', {}, /HTTP 401/],
  [
    'another warehouse',
    { token: 'hush-token', warehouse: 'gone' },
    /NoSuchWarehouse[\s\S]*name of the warehouse/,
  ],
])('a catalog is reached, or says why not: %s', async (_, given, expected) => {
  const [said, masked] = await reach(given)
  expect(said).toMatch(expected)
  expect(said).not.toContain('hush')
  if ('clientId' in given && given.clientSecret === 'hush') expect(masked).toEqual(['hush-token'])
})

test('a catalog that is away says what to check', async () => {
  const [said] = await reach({ token: 'hush-token', url: 'http://127.0.0.1:1' })
  expect(said).toMatch(/cannot be reached: .*\nCheck the address/)
})
