import { describe, expect, test } from 'vitest'
import { fileLoadTests } from '../../../../test/support/component-suites/file-loads.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { componentCatalog } from '../../catalog.ts'

describe.each(TEST_DATABASES)('$name', (database) => fileLoadTests(database))

test('validation takes the forms of real files, and says what cannot be loaded', () => {
  const faults = (parameters: object) =>
    componentCatalog
      .parameterFaults({ type: 's3-load', parameters } as never, {})
      ?.map(({ message }) => message)
  const real = {
    stage: '[Custom]',
    authentication: 'Credentials',
    s3ObjectPrefix: 's3://files.example.com ',
    pattern: '${folder}/orders.*',
    encryption: 'None',
    targetTable: 'ORDERS',
    loadColumns: null,
    format: '[Custom]',
    fileType: 'CSV',
    compression: 'AUTO',
    recordDelimiter: null,
    skipHeader: '1',
    skipBlankLines: 'False',
    nullIf: null,
    onError: 'Abort Statement',
    sizeLimitB: null,
    purgeFiles: 'False',
    matchByColumnName: 'None',
    forceLoad: 'False',
  }
  expect(faults(real)).toEqual([])
  expect(
    faults({ ...real, fileType: 'XML', pattern: '(', onError: 'Skip File When 3 Errors', skipHeader: 'x' }),
  ).toHaveLength(4)
  const chosen = { encodingType: '${encoding}', fieldOptionallyEnclosed: '${quote}', escape: '${escape}' }
  expect(faults({ ...real, ...chosen, escapeUnenclosedField: '${escape}' })).toEqual([])
  expect(faults({ ...real, encodingType: 'UTF-9', escape: 'ab' })).toHaveLength(2)
  expect(faults({ ...real, s3ObjectPrefix: 'azure://a/b' })).toEqual([
    expect.stringContaining('s3://bucket/folder'),
  ])
  expect(
    faults({ ...real, targetTable: null, loadColumns: { fromGrid: { variable: 'g', columns: ['c'] } } }),
  ).toEqual([expect.stringContaining('Target Table')])
})
