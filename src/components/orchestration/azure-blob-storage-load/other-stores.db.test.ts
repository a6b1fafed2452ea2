import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localhostCertificate } from '../../../../test/support/certificate.ts'
import { accessSignature, startAzure } from '../../../../test/support/object-stores/azure.ts'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { startStoreServer } from '../../../../test/support/object-stores/server.ts'
import type { ResolvedConnection } from '../../../connections/resolve.ts'
import { TEST_DATABASES, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { componentCatalog } from '../../catalog.ts'
import { stepContext } from '../../testing/step-context.ts'
import { run as gcsLoad } from '../google-cloud-storage-load/run.ts'
import { run as azureLoad } from './run.ts'

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
const azureOptions = {
  account: 'shop',
  key: Buffer.from('thirty-two bytes of a shared key').toString('base64'),
  container: 'orders',
  certificate,
}
const never = { signal: new AbortController().signal }
const file = (body: string) => ({ body: Buffer.from(body), headers: {} })
let azure: Awaited<ReturnType<typeof startAzure>>

beforeAll(async () => {
  setDefaultCACertificates([...trusted, certificate.cert])
  azure = await startAzure(azureOptions)
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await azure.close()
})

describe.each(TEST_DATABASES)('$name', ({ create }) => {
  const warehouses = warehousesOfTests()
  let schema: Awaited<ReturnType<typeof create>>
  let warehouse: Warehouse
  let serial = 0

  beforeAll(async () => {
    schema = await create()
    warehouse = await warehouses.open(schema.connection)
    await warehouse.execute('create table sales (id integer, name varchar)', never)
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
  })
  const load = (
    run: typeof azureLoad | typeof gcsLoad,
    parameters: object,
    secrets: Record<string, string>,
    connections: readonly ResolvedConnection[] = [],
  ) =>
    run.run({ ...stepContext({ warehouse, secrets, connections }), idempotencyKey: `other ${++serial}` }, {
      targetTable: 'sales',
      forceLoad: 'True',
      ...parameters,
    } as never)

  test('Azure: blobs of every page are loaded and removed, with the key or a signature that allows it', async () => {
    for (const [name, body] of [
      ['in/a.csv', '1,Ann\n'],
      ['in/b & ü.csv', '2,Bea\n'],
      ['in/c.csv', '3,Cy\n4,Di\n'],
      ['out.csv', 'no\n'],
    ] as const)
      azure.blobs.set(name, file(body))
    const place = { azureStorageLocation: 'AZURE://shop/orders/in/', endpoint: `${azure.origin}/shop` }
    const inAnHour = (rights: string) =>
      accessSignature(azureOptions, new Date(Date.now() + 3_600_000), rights)
    expect(await load(azureLoad, place, { 'azure-storage-sas-token': inAnHour('rl') })).toMatchObject({
      rowCount: 4,
    })
    const refused = await load(azureLoad, place, { 'azure-storage-sas-token': inAnHour('l') })
    expect(refused.message).toContain('403 AuthorizationPermissionMismatch')
    const wrong = Buffer.alloc(32).toString('base64')
    expect((await load(azureLoad, place, { 'azure-storage-account-key': wrong })).message).toContain(
      '403 AuthenticationFailed',
    )
    const missing = { ...place, azureStorageLocation: 'azure://shop/other/in/' }
    const secrets = { 'azure-storage-account-key': azureOptions.key }
    expect((await load(azureLoad, missing, secrets)).message).toContain('404 ContainerNotFound')
    expect((await load(azureLoad, place, {})).message).toContain('"azure-storage-sas-token"')
    expect(await load(azureLoad, { ...place, purgeFiles: 'True' }, secrets)).toMatchObject({ rowCount: 4 })
    expect([...azure.blobs.keys()]).toEqual(['out.csv'])
  })

  test('Azure: a connection of the project says the container and the key', async () => {
    azure.blobs.set('in/a.csv', file('6,Flo\n'))
    const properties = { account: 'shop', container: 'orders', endpoint: `${azure.origin}/shop` }
    const by = (authProvider: string, azureStorageLocation: string) =>
      load(azureLoad, { azureStorageLocation, connection: 'files' }, {}, [
        {
          name: 'files',
          authProvider,
          authType: '',
          properties: { ...properties, accountKey: azureOptions.key },
        },
      ])
    expect(await by('AZURE_BLOB_STORAGE', 'azure://shop/orders/in/')).toMatchObject({ rowCount: 1 })
    expect((await by('AZURE_BLOB_STORAGE', 'azure://shop/other/in/')).message).toContain(
      'The connection "files" is for azure://shop/orders, but the address names another',
    )
    expect((await by('S3', 'azure://shop/orders/in/')).message).toContain(
      'The connection "files" is of type S3; these files need one of type AZURE_BLOB_STORAGE',
    )
  })

  test('Google: a service account reads with a token of its own, and key pairs sign as for S3', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const tokens = await startStoreServer({
      certificate,
      serve: async ({ body }) => {
        const assertion = new URLSearchParams(body.toString()).get('assertion') ?? ''
        await jwtVerify(assertion, publicKey, { audience: `${tokens.origin}/token` })
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
    gcs.objects.set('in/a.csv', file('5,Ed\n'))
    const place = { googleStorageUrlLocation: 'gs://orders/in', endpoint: gcs.origin, pattern: 'in/.*' }
    expect(await load(gcsLoad, place, { 'gcs-service-account': account })).toMatchObject({ rowCount: 1 })
    const pair = { 'gcs-access-key-id': 'GOOG1E', 'gcs-secret-access-key': 'hmac' }
    expect(await load(gcsLoad, place, pair)).toMatchObject({ rowCount: 1 })
    const wrong = await load(gcsLoad, place, { ...pair, 'gcs-secret-access-key': 'other' })
    expect(wrong.message).toContain('403 SignatureDoesNotMatch')
    expect((await load(gcsLoad, place, {})).message).toContain('"gcs-service-account"')
    await Promise.all([tokens.close(), gcs.close()])
  })
})

test('validation knows the forms of places', () => {
  const faults = (type: string, parameters: object) =>
    componentCatalog
      .parameterFaults({ type, parameters: { targetTable: 't', ...parameters } } as never, {})
      ?.map(({ message }) => message)
  expect(faults('azure-blob-storage-load', { azureStorageLocation: 'AZURE://shop/orders/in' })).toEqual([])
  expect(faults('azure-blob-storage-load', { azureStorageLocation: 's3://shop/orders' })).toHaveLength(1)
  expect(faults('gcs-load', { googleStorageUrlLocation: 'gcs://orders/in' })).toEqual([])
  expect(faults('google-cloud-storage-load', {})).toEqual(
    expect.arrayContaining([expect.stringContaining('is missing')]),
  )
})
