import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { componentCatalog } from '../../catalog.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { run } from './run.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }
const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
let s3: Awaited<ReturnType<typeof startS3>>
let folder: string

beforeAll(async () => {
  s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
  for (const name of ['txn/a_NEW.csv', 'txn/b.csv', 'txn/deep/er/c_NEW.csv', 'txn2/d.csv', 'z_NEW.csv'])
    s3.objects.set(name, { body: Buffer.from('x'), headers: {} })
  folder = await mkdtemp(join(tmpdir(), 'headrace-iterate-'))
  await mkdir(join(folder, 'in/deep'), { recursive: true })
  await mkdir(join(folder, 'in-archive'))
  for (const name of ['in/b.csv', 'in/deep/a.csv', 'in/c.txt', 'outside.csv', 'in.csv', 'in-archive/old.csv'])
    await writeFile(join(folder, name), 'x')
  await symlink('/etc', join(folder, 'in/link'))
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

async function iterate(parameters: object, step: TestStep = {}) {
  const context = stepContext({
    variables: { folder: '', file: '', base: '' },
    secrets,
    filesFolder: folder,
    ...step,
  })
  const expansion = await run.expand!(context, {
    inputDataType: 'S3',
    endpoint: s3.origin,
    variables: [
      ['folder', 'Subfolder'],
      ['file', 'Filename'],
    ],
    ...parameters,
  } as never)
  if ('failed' in expansion) return expansion.failed
  return expansion.iterations.map((updates) => updates.map(({ value }) => value).join('|'))
}

test('objects whose whole path fits are iterated over in the order of their names', async () => {
  const s3Root = { inputDataUrl1: 's3://orders' }
  expect(await iterate({ ...s3Root, filterRegex: 'txn/.*_NEW.*' })).toEqual([
    'txn|a_NEW.csv',
    'txn/deep/er|c_NEW.csv',
  ])
  expect(await iterate({ inputDataUrl: 's3://orders/txn/', filterRegex: '[^/]*' })).toEqual([
    '|a_NEW.csv',
    '|b.csv',
  ])
  expect(await iterate({ inputDataUrl: 's3://orders/txn', filterRegex: '.*[bd].csv' })).toEqual(['|b.csv'])
  expect(await iterate({ ...s3Root, maxIterations: '1' })).toEqual(['txn|a_NEW.csv'])
  expect(await iterate({ ...s3Root, filterRegex: 'nothing' })).toEqual([])
  expect(await iterate({ ...s3Root, filterRegex: 'z.*', variables: [['base', 'base folder']] })).toEqual([
    's3://orders',
  ])
})

test('a connection of the project says bucket, endpoint and keys', async () => {
  const properties = { bucket: 'orders', region: 'us-east-1', endpoint: s3.origin, ...keys }
  const connections = [
    { name: 'lake', authProvider: 'S3', authType: 'ACCESS_KEY', properties },
    { name: 'drop', authProvider: 'SFTP', authType: 'USER_PASSWORD', properties: {} },
  ]
  const named = (own: object) =>
    iterate(
      { endpoint: '', connection: 'lake', filterRegex: '.*b.csv', ...own },
      { connections, secrets: {} },
    )
  expect(await named({ inputDataUrl1: 'txn/' })).toEqual(['|b.csv'])
  expect(await named({})).toEqual(['txn|b.csv'])
  expect(await named({ inputDataUrl1: 's3://orders/txn' })).toEqual(['|b.csv'])
  expect(await named({ inputDataUrl1: 's3://orders-2/txn' })).toContain('is for s3://orders')
  expect(await named({ connection: 'drop' })).toContain('is of type SFTP; these files need one of type S3')
  expect(await named({ connection: 'nobody' })).toContain('The project has no connection named "nobody"')
  expect(await named({ region: 'eu-west-1' })).toContain(
    'Connection provides the endpoint, the region and the keys',
  )
  expect(await named({ inputDataUrl1: '../x' })).toContain('must not lead out of the bucket')
})

test('files of the runner are listed without links, and nothing outside of its folder', async () => {
  const local = { inputDataType: 'Local', filterRegex: '.*csv' }
  expect(await iterate({ ...local, inputDataUrl1: 'file:///in/' })).toEqual(['|b.csv', 'deep|a.csv'])
  expect(await iterate({ ...local, inputDataUrl1: 'in/' })).toEqual(['|b.csv', 'deep|a.csv'])
  expect(await iterate({ ...local, inputDataUrl1: 'file:///in' })).toEqual(['|b.csv', 'deep|a.csv'])
  expect(await iterate({ ...local, inputDataUrl1: 'file:///' })).toContain('|in.csv')
  expect(await iterate({ ...local, inputDataUrl1: 'file:///in/../../' })).toContain(
    "leads out of the runner's folder",
  )
})

test('what cannot be listed says what to do', async () => {
  const url = { inputDataUrl1: 's3://orders' }
  expect(await iterate({ ...url, inputDataType: 'FTP' })).toContain('Input Data Type is "FTP"; files of S3')
  expect(await iterate({ inputDataUrl1: 's3://other' })).toContain('404 NoSuchBucket')
  expect(await iterate(url, { secrets: {} })).toContain('no secret named "aws-access-key-id"')
  expect(await iterate({ ...url, filterRegex: '(' })).toContain('not a regular expression')
  expect(await iterate({ ...url, variables: [['file', 'Size']] })).toContain(
    '"Size" is not an attribute of files',
  )
  expect(await iterate({ ...url, variables: [['nobody', 'Filename']] })).toContain('nobody')
  s3.objects.set(`${'a'.repeat(40)}b`, { body: Buffer.from('x'), headers: {} })
  expect(await iterate({ ...url, filterRegex: '(a+)+' })).toContain('takes longer than 1000 ms')
  s3.objects.delete(`${'a'.repeat(40)}b`)
})

test('validation takes the form of real files', () => {
  const parameters = {
    inputDataType: 'S3',
    inputDataUrl1: 's3://files.example.com',
    maxIterations: '5',
    filterRegex: '${folder}/.*',
    concurrency: 'Concurrent',
    variables: [['file', 'Filename']],
  }
  const faults = (own: object) =>
    componentCatalog
      .parameterFaults({ type: 'file-iterator', parameters: { ...parameters, ...own } } as never, {})
      ?.map(({ message }) => message)
  expect(faults({})).toEqual([])
  expect(faults({ maxIterations: 'many', inputDataUrl1: 'azure://a/b' })).toHaveLength(2)
})
