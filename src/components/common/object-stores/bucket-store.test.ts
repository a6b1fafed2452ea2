import { randomBytes } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { exportPKCS8, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { localhostCertificate } from '../../../../test/support/certificate.ts'
import { startAzure } from '../../../../test/support/object-stores/azure.ts'
import { type S3Options, startS3 } from '../../../../test/support/object-stores/s3.ts'
import { startStoreServer } from '../../../../test/support/object-stores/server.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { credentialNames } from '../file-load/load-properties.ts'
import { openBucket } from './bucket-store.ts'
import type { StoreKind } from './target.ts'

const open = (
  kind: StoreKind,
  url: string,
  { endpoint, region = '' }: { readonly endpoint: string; readonly region?: string },
  secrets: TestStep['secrets'] = {},
) => {
  const place = { url, endpoint, region }
  return openBucket(stepContext({ secrets }), {
    kind,
    place,
    credentials: credentialNames({}),
    connection: '',
  })
}

const packed = gzipSync(randomBytes(300_000))
const stored = { body: packed, headers: { 'content-encoding': 'gzip' } }

async function openOrders(more: Partial<S3Options> = {}) {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }
  const s3 = await startS3({ bucket: 'orders', region: 'eu-west-1', ...keys, ...more })
  const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
  const at = { endpoint: s3.origin, region: 'eu-west-1' }
  return { s3, store: await open('S3', 's3://orders', at, secrets) }
}

test('S3: an object that is stored packed comes packed, also when the connection breaks in its middle', async () => {
  const { store, s3 } = await openOrders()
  s3.objects.set('a.csv.gz', stored)
  let isBroken = false
  s3.interfere = ({ path }) => {
    if (isBroken || !path.endsWith('.gz')) return undefined
    isBroken = true
    return { status: 200, headers: stored.headers, body: packed.subarray(0, 100_000), breaks: true }
  }
  const [file] = (await Array.fromAsync(store.list())).flat()
  expect(Buffer.concat(await Array.fromAsync(store.read(file!))).equals(packed)).toBe(true)
  expect(isBroken).toBe(true)
  await s3.close()
})

test('S3: a file is not read again when the connection breaks after its last byte', async () => {
  const { store, s3 } = await openOrders()
  const body = Buffer.alloc(100_000, 'ab')
  s3.objects.set('a.csv', { body, headers: {} })
  const [file] = (await Array.fromAsync(store.list())).flat()
  s3.interfere = ({ headers }) =>
    headers.range === undefined ? { status: 200, body, breaks: true } : undefined
  expect(Buffer.concat(await Array.fromAsync(store.read(file!))).equals(body)).toBe(true)
  await s3.close()
})

test.each([false, true])('S3: names are what they are; encodesNoNames: %s', async (encodesNoNames) => {
  const { store, s3 } = await openOrders({ encodesNoNames })
  const names = [' a.csv ', '100%.csv', 'a%20b.csv', 'a&<b.csv', 'a+b.csv', 'ü\r.csv']
  for (const name of names) s3.objects.set(name, { body: Buffer.from(name), headers: {} })
  const files = (await Array.fromAsync(store.list())).flat()
  expect(files.map(({ name }) => name)).toEqual(names)
  for (const file of files)
    expect(Buffer.concat(await Array.fromAsync(store.read(file))).toString()).toBe(file.name)
  await s3.close()
})

test('Google: an object that is stored packed is not unpacked on the way', async () => {
  const certificate = localhostCertificate()
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  const token = JSON.stringify({ access_token: 'ya29.token', expires_in: 3599 })
  const tokens = await startStoreServer({
    certificate,
    serve: () => ({ status: 200, body: token }),
    refuse: ({ status }) => ({ status }),
  })
  const acceptsToken = (said: string) => said === 'ya29.token'
  const keys = { accessKeyId: '', secretAccessKey: '' }
  const gcs = await startS3({ bucket: 'orders', region: 'auto', ...keys, certificate, acceptsToken })
  gcs.objects.set('a.csv.gz', stored)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const account = JSON.stringify({
    client_email: 'loader@shop.test',
    private_key: await exportPKCS8(privateKey),
    token_uri: `${tokens.origin}/token`,
  })
  const store = await open('GCS', 'gs://orders', { endpoint: gcs.origin }, { 'gcs-service-account': account })
  const [file] = (await Array.fromAsync(store.list())).flat()
  expect(Buffer.concat(await Array.fromAsync(store.read(file!))).equals(packed)).toBe(true)
  await Promise.all([tokens.close(), gcs.close()])
  setDefaultCACertificates(trusted)
})

test('Azure: the folders of a hierarchical namespace are no files', async () => {
  const key = Buffer.from('thirty-two bytes of a shared key').toString('base64')
  const azure = await startAzure({ account: 'shop', key, container: 'orders' })
  azure.blobs.set('in', { body: Buffer.alloc(0), headers: { 'x-ms-meta-hdi_isfolder': 'true' } })
  azure.blobs.set('in/a.csv', { body: Buffer.from('1\n'), headers: {} })
  const endpoint = `${azure.origin}/shop`
  const secrets = { 'azure-storage-account-key': key }
  const store = await open('AZURE', 'azure://shop/orders', { endpoint }, secrets)
  const files = (await Array.fromAsync(store.list())).flat()
  expect(files.map(({ name }) => name)).toEqual(['in/a.csv'])
  await azure.close()
})
