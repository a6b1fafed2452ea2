import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { localhostCertificate } from '../../../test/support/certificate.ts'
import { accessSignature, startAzure } from '../../../test/support/object-stores/azure.ts'
import { startS3 } from '../../../test/support/object-stores/s3.ts'
import { type StoreServer, startStoreServer } from '../../../test/support/object-stores/server.ts'
import type { ResolvedConnection } from '../../connections/resolve.ts'
import { guardedFetch } from '../../lib/outgoing-http.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import { reach } from './reach.ts'

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
afterAll(() => setDefaultCACertificates(trusted))

const masked: string[] = []
async function tried(
  authProvider: string,
  properties: ResolvedConnection['properties'],
  policy = { allowPrivateAddresses: true },
) {
  const warehouses = createWarehouses(policy)
  onTestFinished(() => warehouses.close())
  return reach(
    { name: 'files', authProvider, authType: '', properties },
    {
      policy,
      fetch: guardedFetch(policy),
      connect: () => Promise.reject(new Error('no socket is needed')),
      duckdb: () => Promise.reject(new Error('no file is needed')),
      warehouses,
      signal: AbortSignal.timeout(20_000),
      mask: (secret) => masked.push(secret),
    },
  )
}

function closing<S extends StoreServer>(store: S): S {
  onTestFinished(() => store.close())
  return store
}

test('a container is listed with the key of its account, or a signature that allows it', async () => {
  const options = { account: 'shop', key: Buffer.from('a key').toString('base64'), container: 'orders' }
  const azure = closing(await startAzure({ ...options, certificate }))
  const place = { account: 'shop', container: 'orders', endpoint: `${azure.origin}/shop` }
  const { host } = new URL(azure.origin)
  const listed = { message: `Listed azure://shop/orders at ${host}` }
  const sas = (rights: string) => accessSignature(options, new Date(Date.now() + 3_600_000), rights)
  const by = (properties: object) => tried('AZURE_BLOB_STORAGE', { ...place, ...properties })
  expect(await by({ accountKey: options.key })).toEqual(listed)
  expect(await by({ sasToken: sas('l') })).toEqual(listed)
  await expect(by({ sasToken: sas('r') })).rejects.toThrow('403 AuthorizationPermissionMismatch')
  await expect(by({ accountKey: 'b3RoZXI=' })).rejects.toThrow('403 AuthenticationFailed')
  await expect(by({ accountKey: options.key, container: 'others' })).rejects.toThrow('404 ContainerNotFound')
  const plain = closing(await startAzure(options))
  await expect(by({ sasToken: sas('l'), endpoint: `${plain.origin}/shop` })).rejects.toThrow(
    'over which the token would be sent unencrypted',
  )
  expect(plain.calls).toEqual([])
})

test('a bucket of Google is listed by a service account, whose token is masked, or with an HMAC key', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const tokens: StoreServer = closing(
    await startStoreServer({
      certificate,
      serve: async ({ body }) => {
        const assertion = new URLSearchParams(body.toString()).get('assertion') ?? ''
        await jwtVerify(assertion, publicKey, { audience: `${tokens.origin}/token` })
        return { status: 200, body: JSON.stringify({ access_token: 'ya29.token', expires_in: 3599 }) }
      },
      refuse: ({ status }) => ({ status }),
    }),
  )
  const pair = { accessKeyId: 'GOOG1E', secretAccessKey: 'hmac' }
  const acceptsToken = (token: string) => token === 'ya29.token'
  const options = { bucket: 'orders', region: 'auto', ...pair, certificate, acceptsToken }
  const store = closing(await startS3(options))
  const key = { client_email: 'loader@shop.test', private_key: await exportPKCS8(privateKey) }
  const keyFile = JSON.stringify({ ...key, token_uri: `${tokens.origin}/token` })
  const by = (properties: object) =>
    tried('GOOGLE_CLOUD_STORAGE', { bucket: 'orders', endpoint: store.origin, ...properties })
  const listed = { message: `Listed gs://orders at ${new URL(store.origin).host}` }
  expect(await by({ keyFile })).toEqual(listed)
  expect(masked).toContain('ya29.token')
  expect(await by(pair)).toEqual(listed)
  await expect(by({ ...pair, secretAccessKey: 'other' })).rejects.toThrow('403 SignatureDoesNotMatch')
  await expect(by({ keyFile: '{}' })).rejects.toThrow('is not the JSON key file of a service account')
})

test('a store at an address that the policy refuses is not asked', async () => {
  const options = { account: 'shop', key: 'a2V5', container: 'orders' }
  const azure = closing(await startAzure(options))
  const place = { account: 'shop', container: 'orders', endpoint: `${azure.origin}/shop`, accountKey: 'a2V5' }
  await expect(tried('AZURE_BLOB_STORAGE', place, { allowPrivateAddresses: false })).rejects.toThrow(
    /private|not allowed|refused/i,
  )
  expect(azure.calls).toEqual([])
})
