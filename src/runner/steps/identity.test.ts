import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isUuid } from '../../lib/ids.ts'
import { outermost, visitKey } from '../../pipeline/flow/keys.ts'
import { scratchName } from '../../warehouses/lake/scratch.ts'
import { duckdbPath, environmentConnection } from './environment-connection.ts'
import { fileSafe } from './file-safe.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { environmentSecrets } from './secrets.ts'

const place = {
  dataDir: '/data',
  filesFolder: '/data/files',
  project: randomUUID(),
  environment: 'Production',
}

test('the idempotency key is the same in every session, and another for every visit', () => {
  const execution = randomUUID()
  const key = idempotencyKey(execution, 'Tell Chat[2]')
  expect(isUuid(key)).toBe(true)
  expect(idempotencyKey(execution, 'Tell Chat[2]')).toBe(key)
  expect(idempotencyKey(execution, 'Tell Chat[3]')).not.toBe(key)
  expect(idempotencyKey(randomUUID(), 'Tell Chat[2]')).not.toBe(key)
})

test('the attempts of the retries right around a component share its idempotency key', () => {
  const execution = randomUUID()
  const keysOf = (...keys: string[]) => new Set(keys.map((key) => idempotencyKey(execution, key))).size
  expect(keysOf('Tell', 'Tell#2', 'Tell#3', 'Tell#2#1', 'Tell#12#4')).toBe(1)
  expect(keysOf('Tell[3]', 'Tell[3]#2')).toBe(1)
  expect(keysOf('Tell[3]', 'Tell#2[3]', 'Tell#3[3]', 'Tell[4]')).toBe(4)
  // Components that are named "Tell#2", and "Tell\\" in its second attempt.
  expect(keysOf('Tell', visitKey('Tell#2', outermost))).toBe(2)
  const backslash = visitKey('Tell\\', outermost)
  expect(keysOf(backslash, `${backslash}#2`)).toBe(1)
})

test('no environment name leaves the folder of its project, and no two share a file', () => {
  const names = [
    'production',
    'Production',
    '../production',
    'a/b',
    'a b',
    'a-b',
    '',
    '..',
    'x'.repeat(300),
    'Größe',
  ]
  const files = names.map(fileSafe)
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(names.length)
  for (const file of files) expect(file).toMatch(/^[a-z0-9_-]+(\.[0-9a-f]{12})?$/)
  expect(duckdbPath({ ...place, environment: 'dev' })).toBe(`/data/warehouse/${place.project}/dev.duckdb`)
})

function aReading() {
  const masked: string[] = []
  const reading = { signal: new AbortController().signal, mask: (value: string) => void masked.push(value) }
  return { reading, masked }
}

test('a connection of the project is opened with its secrets, which are masked from then on', async () => {
  const { reading, masked } = aReading()
  const some = environmentSecrets({ HEADRACE_SECRET_DW: '{"user": "etl", "password": "hush"}' })
  const definition = {
    name: 'warehouse',
    authProvider: 'POSTGRES',
    authType: 'USER_PASSWORD',
    properties: {
      host: { value: 'db' },
      port: { value: '5433' },
      database: { value: 'd' },
      user: { secretName: 'dw', secretKey: 'user' },
      password: { secretName: 'dw', secretKey: 'password' },
    },
  }
  const wire = { type: 'NAMED', definition, databases: { RAW: {} }, dialectFunctions: true }
  expect(await environmentConnection(wire, place, some, reading)).toEqual({
    type: 'POSTGRES',
    host: 'db',
    port: 5433,
    database: 'd',
    user: 'etl',
    password: 'hush',
    schema: 'public',
    ssl: false,
    databases: [{ name: 'RAW' }],
    functions: true,
  })
  expect(masked).toContain('hush')
  const mysql = { ...definition, authProvider: 'MYSQL' }
  const opened = await environmentConnection({ type: 'NAMED', definition: mysql }, place, some, reading)
  expect(opened).toMatchObject({ type: 'MYSQL', host: 'db', port: 5433, database: 'd', user: 'etl' })
  const bucket = {
    ...definition,
    authProvider: 'S3',
    authType: 'ACCESS_KEY',
    name: 'files',
    properties: {
      bucket: { value: 'b' },
      accessKeyId: { value: 'x' },
      secretAccessKey: { secretName: 'dw' },
    },
  }
  await expect(
    environmentConnection({ type: 'NAMED', definition: bucket }, place, some, reading),
  ).rejects.toThrow('cannot run SQL on the connection files, which is of type S3')
})

test('a named password comes from the environment of the runner, and its absence is said', async () => {
  const wire = { type: 'POSTGRES', host: 'db', database: 'd', user: 'u', passwordSecret: 'my-db' }
  const { reading, masked } = aReading()
  const some = environmentSecrets({ HEADRACE_SECRET_MY_DB: 'hush' })
  expect(await environmentConnection(wire, place, some, reading)).toMatchObject({
    password: 'hush',
    port: 5432,
    ssl: false,
  })
  expect(masked).toEqual(['hush'])
  const none = environmentSecrets({})
  await expect(environmentConnection(wire, place, none, reading)).rejects.toThrow('no secret named "my-db"')
})

test('what names of databases stand for comes with the connection', async () => {
  const { reading } = aReading()
  const databases = { ANALYTICS: {}, RAW: { database: 'raw', schema: 'landing' } }
  const wire = { type: 'POSTGRES', host: 'db', database: 'd', user: 'u', databases, dialectFunctions: true }
  expect(await environmentConnection(wire, place, environmentSecrets({}), reading)).toMatchObject({
    databases: [{ name: 'ANALYTICS' }, { name: 'RAW', database: 'raw', schema: 'landing' }],
    functions: true,
  })
})

test('a lake belongs to its connection, and each process has its own room for what does not fit in memory', async () => {
  const { reading, masked } = aReading()
  const some = environmentSecrets({ HEADRACE_SECRET_PG: 'hush', HEADRACE_SECRET_S3: 'psst' })
  const own = {
    host: { value: 'db' },
    database: { value: 'catalogs' },
    user: { value: 'lake' },
    password: { secretName: 'PG' },
  }
  const open = (authType: string, properties: object, name = 'Our Lake') => {
    const definition = { name, authProvider: 'LAKE', authType, properties: { ...own, ...properties } }
    return environmentConnection({ type: 'NAMED', definition }, place, some, reading)
  }
  const folder = `/data/warehouse/${place.project}/lakes/${fileSafe('Our Lake')}/sales`
  expect(await open('FOLDER', { catalogSchema: { value: 'sales' } })).toEqual({
    type: 'LAKE',
    catalog: {
      host: 'db',
      port: 5432,
      database: 'catalogs',
      user: 'lake',
      password: 'hush',
      ssl: false,
      schema: 'sales',
    },
    store: undefined,
    formats: [],
    dataPath: `${folder}/files/`,
    scratch: `${folder}/scratch/${scratchName}`,
    schema: 'main',
    folders: ['/data/files'],
    databases: [],
    functions: false,
  })
  const keys = { accessKeyId: { value: 'AKIA' }, secretAccessKey: { secretName: 'S3' } }
  const inBucket = { bucket: { value: 'data' }, prefix: { value: '/lakes/one/' }, ...keys }
  expect(await open('ACCESS_KEY', inBucket)).toMatchObject({
    dataPath: 's3://data/lakes/one/lake/',
    store: {
      kind: 'S3',
      region: 'us-east-1',
      endpoint: undefined,
      accessKeyId: 'AKIA',
      secretAccessKey: 'psst',
    },
  })
  expect(await open('HMAC_KEY', { ...inBucket, delta: { value: true } })).toMatchObject({
    dataPath: 'gs://data/lakes/one/lake/',
    store: { kind: 'GCS', endpoint: undefined, accessKeyId: 'AKIA', secretAccessKey: 'psst' },
    formats: ['delta'],
  })
  const inContainer = {
    account: { value: 'shop' },
    container: { value: 'data' },
    accountKey: { secretName: 'S3' },
  }
  expect(await open('ACCOUNT_KEY', inContainer)).toMatchObject({
    dataPath: 'az://data/lake/lake/',
    store: { kind: 'AZURE', account: 'shop', endpoint: undefined, accountKey: 'psst' },
  })
  expect(masked).toContain('psst')
})
