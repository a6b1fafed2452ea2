import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { localhostCertificate } from '../../../../test/support/certificate.ts'
import { accessSignature, startAzure } from '../../../../test/support/object-stores/azure.ts'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { startStoreServer } from '../../../../test/support/object-stores/server.ts'
import { componentCatalog } from '../../catalog.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { settingsOf } from './properties.ts'
import { run as dataTransferRun, transfer } from './run.ts'

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
const s3Keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalr/XUtn+FEMI', sessionToken: 'session/1' }
const azureOptions = {
  account: 'shop',
  key: Buffer.from('thirty-two bytes of a shared key').toString('base64'),
  container: 'orders',
  certificate,
}
const large = randomBytes(20 * 1024 * 1024) // three parts
let folder: string
let s3: Awaited<ReturnType<typeof startS3>>
let azure: Awaited<ReturnType<typeof startAzure>>

beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate.cert])
  folder = await mkdtemp(join(tmpdir(), 'headrace-objects-'))
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in/small.csv'), 'a,b\n1,2\n')
  await writeFile(join(folder, 'in/large.bin'), large)
  await writeFile(join(folder, 'in/empty.csv'), '')
})
beforeEach(async () => {
  s3 = await startS3({ bucket: 'orders', region: 'eu-west-1', ...s3Keys })
  azure = await startAzure(azureOptions)
})
afterEach(async () => {
  await Promise.all([s3.close(), azure.close()])
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await rm(folder, { recursive: true })
})

const awsSecrets = {
  'aws-access-key-id': s3Keys.accessKeyId,
  'aws-secret-access-key': s3Keys.secretAccessKey,
  'aws-session-token': s3Keys.sessionToken,
}
const azureSecrets = { 'azure-storage-account-key': azureOptions.key }

const run = (parameters: object, secrets: TestStep['secrets'] = {}, step: TestStep = {}) =>
  dataTransferRun.run(stepContext({ filesFolder: folder, secrets, ...step }), {
    sourceType: 'File',
    sourceUrl: 'in/small.csv',
    ...parameters,
  } as never)
const toS3 = (parameters: object = {}, secrets: TestStep['secrets'] = awsSecrets, step: TestStep = {}) => {
  const target = { targetType: 'S3', targetUrl2: 's3://orders/in', targetRegion: 'eu-west-1' }
  return run({ ...target, targetEndpoint: s3.origin, ...parameters }, secrets, step)
}
const toAzure = (parameters: object = {}, secrets: TestStep['secrets'] = azureSecrets) => {
  const target = { targetType: 'Azure Blob Storage', targetUrl: 'azure://shop/orders/in' }
  return run({ ...target, targetEndpoint: `${azure.origin}/shop`, ...parameters }, secrets)
}

test('S3: a small file is one request, a large one is put together of parts', async () => {
  const outcome = await toS3({ targetObjectName: "2026/mai ü+'(1).csv" })
  expect(outcome).toEqual({
    result: 'SUCCESS',
    byteCount: 8,
    message: "8 bytes from in/small.csv to s3://orders/in/2026/mai ü+'(1).csv",
  })
  expect(s3.calls).toHaveLength(1)
  expect(s3.objects.get("in/2026/mai ü+'(1).csv")?.body.toString()).toBe('a,b\n1,2\n')

  expect((await toS3({ sourceUrl: 'in/large.bin' })).result).toBe('SUCCESS')
  expect(s3.objects.get('in/large.bin')?.body.equals(large)).toBe(true)
  expect(s3.calls).toHaveLength(1 + 1 + 3 + 1)
  expect(s3.uploads.size).toBe(0)
  expect((await toS3({ sourceUrl: 'in/empty.csv' })).result).toBe('SUCCESS')
  expect(s3.objects.get('in/empty.csv')?.body).toHaveLength(0)
})

test('a file that is written to while it is copied makes no object', async () => {
  const path = join(folder, 'in/growing.bin')
  await writeFile(path, large)
  const whole = stepContext({ filesFolder: folder, secrets: awsSecrets })
  const fetch: typeof whole.fetch = async (...request) => {
    await appendFile(path, 'y')
    return whole.fetch(...request)
  }
  const outcome = await dataTransferRun.run({ ...whole, fetch }, {
    sourceType: 'File',
    sourceUrl: 'in/growing.bin',
    targetType: 'S3',
    targetUrl: 's3://orders/in',
    targetRegion: 'eu-west-1',
    targetEndpoint: s3.origin,
  } as never)
  expect(outcome).toMatchObject({
    result: 'FAILED',
    message: '"in/growing.bin" was written to while it was copied: run the step again when it is complete',
  })
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
})

test('S3: access, encryption and packing as the step says', async () => {
  const wanted = {
    gzipData: 'Yes',
    encryption: 'SSE KMS',
    kmsKeyId: 'key/1',
    accessControlListOptions: 'bucket-owner-full-control',
  }
  expect((await toS3(wanted)).message).toContain('to s3://orders/in/small.csv.gz')
  const stored = s3.objects.get('in/small.csv.gz')!
  expect(gunzipSync(stored.body).toString()).toBe('a,b\n1,2\n')
  expect(stored.headers).toMatchObject({
    'x-amz-server-side-encryption': 'aws:kms',
    'x-amz-server-side-encryption-aws-kms-key-id': 'key/1',
    'x-amz-acl': 'bucket-owner-full-control',
  })
  await toS3({ encryption: 'None' })
  expect(s3.objects.get('in/small.csv')!.headers).not.toHaveProperty('x-amz-server-side-encryption')
})

test('S3: what the store refuses fails the step in its words, and shows no secret', async () => {
  const wrong = await toS3({}, { ...awsSecrets, 'aws-secret-access-key': 'another-key' })
  expect(wrong).toMatchObject({ result: 'FAILED' })
  expect(wrong.message).toMatch(/^localhost:\d+ answered 403 SignatureDoesNotMatch/)
  expect((await toS3({ targetUrl2: 's3://other' })).message).toContain('404 NoSuchBucket')
  expect((await toS3({ targetRegion: 'us-east-1' })).message).toContain('AuthorizationHeaderMalformed')
  expect((await toS3({}, {})).message).toContain('no secret named "aws-access-key-id"')
  expect((await toS3({ targetAccessKeyId: 'mine' })).message).toContain('no secret named "mine"')
  const moved = { status: 301, headers: { 'x-amz-bucket-region': 'us-west-2', location: 'https://a.test' } }
  s3.interfere = () => moved
  expect((await toS3()).message).toContain('set it as the region')
  expect(s3.objects.size).toBe(0)
})

test('S3: a completion whose answer is lost is found to be done, one that never was is not', {
  timeout: 20_000, // it is given half a second
}, async () => {
  let lost = 0
  s3.loseAnswer = ({ method, query }) => method === 'POST' && query.has('uploadId') && lost++ === 0
  expect(await toS3({ sourceUrl: 'in/large.bin' })).toMatchObject({ result: 'SUCCESS' })
  expect([lost, s3.objects.get('in/large.bin')?.body.equals(large)]).toEqual([2, true])

  s3.objects.set('in/large.bin', { body: Buffer.from('of another writer'), headers: {} })
  s3.interfere = ({ method, query }) => {
    if (method === 'POST' && query.has('uploadId')) s3.uploads.clear()
    return undefined
  }
  const failed = await toS3({ sourceUrl: 'in/large.bin' })
  expect(failed).toMatchObject({ result: 'FAILED', message: expect.stringContaining('404 NoSuchUpload') })
})

test('S3: a store that is busy or breaks off is asked again, a last refusal takes the parts away', {
  timeout: 20_000, // it is given half a second, then a second
}, async () => {
  let troubles = 0
  s3.interfere = ({ query }) => {
    if (query.get('partNumber') !== '2' || troubles === 2) return undefined
    return ++troubles === 1 ? 'break' : { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }
  }
  expect((await toS3({ sourceUrl: 'in/large.bin' })).result).toBe('SUCCESS')
  expect([troubles, s3.objects.get('in/large.bin')?.body.equals(large)]).toEqual([2, true])

  s3.interfere = ({ query }) => (query.get('partNumber') === '3' ? { status: 403 } : undefined)
  const failed = await toS3({ sourceUrl: 'in/large.bin', targetObjectName: 'never.bin' })
  expect(failed).toMatchObject({ result: 'FAILED', message: expect.stringContaining('403') })
  expect([s3.objects.has('in/never.bin'), s3.uploads.size]).toEqual([false, 0])
})

test('S3: parts that cannot be put together are a failure although the answer begins with 200', async () => {
  const error = '<?xml version="1.0"?>\n<Error><Code>InvalidPart</Code><Message>gone</Message></Error>'
  s3.interfere = ({ method, query }) =>
    method === 'POST' && query.has('uploadId') ? { status: 200, body: error } : undefined
  expect((await toS3({ sourceUrl: 'in/large.bin' })).message).toContain('InvalidPart: gone')
  expect(s3.uploads.size).toBe(0)
})

test('too large a file, a cancel and a forbidden address leave nothing in the store', async () => {
  const settings = settingsOf({
    sourceType: 'File',
    sourceUrl: 'in/large.bin',
    targetType: 'S3',
    targetUrl: 's3://orders',
    targetEndpoint: s3.origin,
    targetRegion: 'eu-west-1',
  })
  const gzip = { ...settings, gzips: true }
  const limited = await transfer(stepContext({ filesFolder: folder, secrets: awsSecrets }), gzip, 1_000)
  expect(limited.message).toContain('larger than the 1000 bytes')

  const controller = new AbortController()
  s3.interfere = ({ query }) => {
    if (query.get('partNumber') === '2') controller.abort(new Error('cancelled'))
    return undefined
  }
  await expect(
    toS3({ sourceUrl: 'in/large.bin' }, awsSecrets, { signal: controller.signal }),
  ).rejects.toThrow('cancelled')
  expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])

  const metadata = await toS3({ targetEndpoint: 'http://169.254.169.254' })
  expect(metadata.message).toContain('must not reach')
})

test('Azure: a small file is one blob, a large one is put together of blocks; the key signs', async () => {
  expect((await toAzure({ targetObjectName: "mai ü+'(1).csv" })).message).toBe(
    "8 bytes from in/small.csv to azure://shop/orders/in/mai ü+'(1).csv",
  )
  expect(azure.blobs.get("in/mai ü+'(1).csv")?.body.toString()).toBe('a,b\n1,2\n')
  expect((await toAzure({ sourceUrl: 'in/empty.csv' })).result).toBe('SUCCESS')
  expect((await toAzure({ sourceUrl: 'in/large.bin' })).result).toBe('SUCCESS')
  expect(azure.blobs.get('in/large.bin')?.body.equals(large)).toBe(true)
  expect(azure.calls.filter((call) => call.includes('comp=block&'))).toHaveLength(3)

  const wrong = await toAzure({}, { 'azure-storage-account-key': Buffer.alloc(32).toString('base64') })
  expect(wrong.message).toContain('403 AuthenticationFailed: Server failed to authenticate')
  expect((await toAzure({ targetUrl: 'azure://shop/other' })).message).toContain('404 ContainerNotFound')
  expect((await toAzure({}, {})).message).toContain('"azure-storage-sas-token"')
})

test('Azure: a shared access signature writes until it ends, and never over a readable connection', async () => {
  const inAnHour = accessSignature(azureOptions, new Date(Date.now() + 3_600_000))
  const secrets = { ...azureSecrets, mine: inAnHour }
  expect((await toAzure({ targetSasToken: 'mine', sourceUrl: 'in/large.bin' }, secrets)).result).toBe(
    'SUCCESS',
  )
  expect(azure.calls.every((call) => call.includes('sig='))).toBe(true)
  const ended = { mine: accessSignature(azureOptions, new Date(Date.now() - 1_000)) }
  expect((await toAzure({ targetSasToken: 'mine' }, ended)).message).toContain('403 AuthenticationFailed')
  const readable = await toAzure({ targetSasToken: 'mine', targetEndpoint: s3.origin }, secrets)
  expect(readable.message).toContain('the token would be sent unencrypted')
  expect(s3.calls).toEqual([])
})

test('Google: a service account writes with tokens of its own, and key pairs sign as for S3', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const tokens = await startStoreServer({
    certificate,
    serve: async ({ body }) => {
      const assertion = new URLSearchParams(body.toString()).get('assertion') ?? ''
      const { payload } = await jwtVerify(assertion, publicKey, { audience: `${tokens.origin}/token` })
      expect(payload).toMatchObject({ iss: 'loader@shop.test', scope: expect.stringContaining('devstorage') })
      return { status: 200, body: JSON.stringify({ access_token: 'ya29.token', expires_in: 3599 }) }
    },
    refuse: ({ status }) => ({ status }),
  })
  const key = { client_email: 'loader@shop.test', private_key: await exportPKCS8(privateKey) }
  const account = JSON.stringify({ ...key, token_uri: `${tokens.origin}/token` })
  const gcs = await startS3({
    bucket: 'orders',
    region: 'auto',
    accessKeyId: 'GOOG1E',
    secretAccessKey: 'hmac',
    certificate,
    acceptsToken: (token) => token === 'ya29.token',
  })
  const target = { targetType: 'Google Cloud Storage', targetUrl: 'gs://orders', targetEndpoint: gcs.origin }
  const troubles = ['break' as const, { status: 503, body: '<html>Busy</html>' }]
  tokens.interfere = () => troubles.shift()
  const sent = await run({ ...target, sourceUrl: 'in/large.bin' }, { 'gcs-service-account': account })
  expect(sent.message).toContain('to gs://orders/large.bin')
  expect(gcs.objects.get('large.bin')?.body.equals(large)).toBe(true)
  expect(tokens.calls).toHaveLength(3)
  tokens.interfere = () => ({ status: 400, body: '{"error":"invalid_grant"}' })
  const refused = await run(target, { 'gcs-service-account': account })
  expect(refused.message).toMatch(/issued no token: 400 invalid_grant$/)

  const pair = { 'gcs-access-key-id': 'GOOG1E', 'gcs-secret-access-key': 'hmac' }
  expect((await run(target, pair)).result).toBe('SUCCESS')
  expect((await run(target, { 'gcs-service-account': '{}' })).message).toContain('JSON key file')
  expect((await run(target, {})).message).toContain('"gcs-service-account"')
  await Promise.all([tokens.close(), gcs.close()])
})

test('validation takes the form of real files, and says what names no place', () => {
  const faults = (parameters: object) =>
    componentCatalog
      .parameterFaults({ type: 'data-transfer-object', parameters } as never, {})
      ?.map(({ message }) => message)
  const real = {
    sourceType: 'HTTPS',
    sourceUrl3: 'https://far.test/a.csv',
    targetType: 'S3',
    gzipData: 'No',
    targetObjectName: 'a.csv',
    targetUrl2: 's3://orders/in',
    encryption: 'None',
  }
  expect(faults(real)).toEqual([])
  expect(faults({ ...real, targetUrl2: 's3://${bucket}' })).toEqual([])
  expect(faults({ ...real, targetUrl2: 'azure://a/b' })).toEqual([
    expect.stringContaining('s3://bucket/folder'),
  ])
  expect(faults({ ...real, targetType: 'SFTP' })).toEqual([expect.stringContaining('Azure Blob Storage')])
})
