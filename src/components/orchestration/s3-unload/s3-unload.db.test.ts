import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileUnloadTests } from '../../../../test/support/component-suites/file-unloads.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { redshiftOfTests, redshiftStandIn } from '../../../warehouses/conformance/redshift.ts'
import type { StandIn } from '../../../warehouses/redshift/stand-in.ts'
import { componentCatalog } from '../../catalog.ts'

describe.each(TEST_DATABASES)('$name', (database) => fileUnloadTests(database))

describe('Redshift, as PostgreSQL stands in for it', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await redshiftStandIn()
  })
  afterAll(() => standIn[Symbol.asyncDispose]())

  fileUnloadTests(redshiftOfTests(() => standIn))
})

test('validation says what cannot be unloaded', () => {
  const faults = (type: string, parameters: object) =>
    componentCatalog.parameterFaults({ type, parameters } as never, {})?.map(({ message }) => message)
  const real = {
    stage: '[Custom]',
    authentication: 'Credentials',
    s3ObjectPrefix: 's3://files.example.com/out',
    filePrefix: '${day}/orders',
    encryption: 'None',
    tableName: 'ORDERS',
    format: '[Custom]',
    fileType: 'CSV',
    compression: 'AUTO',
    recordDelimiter: null,
    fieldOptionallyEnclosed: null,
    nullIf: null,
    dateFormat: 'AUTO',
    includeHeaders: 'True',
    overwrite: 'True',
    singleFile: 'False',
    maxFileSize: '16777216',
  }
  expect(faults('s3-unload', real)).toEqual([])
  expect(faults('s3-unload', { ...real, tableName: null, targetTable: 'ORDERS' })).toEqual([])
  expect(faults('s3-unload', { ...real, tableName: null })).toEqual([expect.stringContaining('Table Name')])
  expect(faults('s3-unload', { ...real, fileType: 'PARQUET' })).toEqual([
    expect.stringContaining('"sql-executor"'),
  ])
  const wrong = {
    compression: 'ZSTD',
    maxFileSize: '0',
    dateFormat: 'DD/MM/YYYY',
    escape: 'ab',
    filePrefix: '..',
  }
  expect(faults('s3-unload', { ...real, ...wrong, encryption: 'Client Side Encryption' })).toHaveLength(6)
  expect(faults('azure-blob-unload', { azureStorageLocation: 's3://a/b', tableName: 't' })).toEqual([
    expect.stringContaining('azure://'),
  ])
  expect(faults('gcs-unload', { googleStorageUrlLocation: 'gs://a/b', tableName: 't' })).toEqual([])
})
