import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localhostCertificate } from '../../../../test/support/certificate.ts'
import { startAzure } from '../../../../test/support/object-stores/azure.ts'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { TEST_DATABASES, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import { stepContext } from '../../testing/step-context.ts'
import { run as gcsUnload } from '../google-cloud-storage-unload/run.ts'
import { run as azureUnload } from './run.ts'

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
const account = {
  account: 'shop',
  key: Buffer.from('thirty-two bytes of a shared key').toString('base64'),
  container: 'orders',
}
const never = { signal: new AbortController().signal }

beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
afterAll(() => setDefaultCACertificates(trusted))

test.each(TEST_DATABASES)(
  '$name: blobs of many blocks and objects of Google are written whole, over those that are there',
  async ({ create, numbers, name }) => {
    const schema = await create()
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open(schema.connection)
    const azure = await startAzure({ ...account, certificate })
    const pair = { accessKeyId: 'GOOG1E', secretAccessKey: 'hmac' }
    const gcs = await startS3({ bucket: 'orders', region: 'auto', ...pair, certificate })
    await warehouse.execute(
      `create table many as select n, repeat('x', 1000) as filler from ${numbers(10_000)}`,
      never,
    )
    const unload = (run: typeof azureUnload | typeof gcsUnload, key: string, parameters: object) => {
      const secrets = {
        'azure-storage-account-key': account.key,
        'gcs-access-key-id': pair.accessKeyId,
        'gcs-secret-access-key': pair.secretAccessKey,
      }
      const context = { ...stepContext({ warehouse, secrets }), idempotencyKey: `${name} ${key}` }
      const common = { tableName: 'many', compression: 'NONE', filePrefix: 'many.csv', singleFile: 'True' }
      return run.run(context, { ...common, ...parameters } as never)
    }

    const blob = { azureStorageLocation: 'azure://shop/orders/in', endpoint: `${azure.origin}/shop` }
    expect(await unload(azureUnload, 'blob', blob)).toMatchObject({
      result: 'SUCCESS',
      message: '10000 rows of many are in 1 file: azure://shop/orders/in/many.csv',
    })
    expect(azure.calls.filter((call) => call.includes('comp=block&'))).toHaveLength(2)
    const body = azure.blobs.get('in/many.csv')?.body.toString()
    expect(body?.split('\n')).toHaveLength(10_001)
    expect((await unload(azureUnload, 'another', blob)).message).toContain('Files already exist')

    const object = { googleStorageUrlLocation: 'gs://orders/in/', endpoint: gcs.origin }
    expect(await unload(gcsUnload, 'object', object)).toMatchObject({ rowCount: 10_000 })
    expect(gcs.objects.get('in/many.csv')?.body.toString()).toBe(body)
    expect(await unload(gcsUnload, 'over', { ...object, overwrite: 'True' })).toMatchObject({
      rowCount: 10_000,
    })

    await Promise.all([azure.close(), gcs.close(), schema.remove()])
    await warehouses.close()
  },
)
