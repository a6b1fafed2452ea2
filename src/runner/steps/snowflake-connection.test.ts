import { expect, test } from 'vitest'
import { snowflakeConnection } from './snowflake-connection.ts'

const given = { account: 'acme-sales', user: 'ETL', database: 'ANALYTICS', password: 'right' }
const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
const staging = { stagingUrl: 's3://rows/headrace', stage: 'ANALYTICS.PUBLIC."my rows"', ...keys }
const stagingOf = (own: object) => snowflakeConnection({ ...given, ...own }, undefined).staging

test('rows go through a stage where the connection names it, its folder and a key', () => {
  expect(stagingOf({})).toBeUndefined()
  expect(stagingOf(staging)).toMatchObject({
    url: 's3://rows/headrace',
    region: 'us-east-1',
    stage: staging.stage,
    ...keys,
  })
})

test.each([
  [{ stage: undefined }, 'stagingUrl needs stage'],
  [{ stagingUrl: undefined }, 'stage needs stagingUrl'],
  [{ stagingUrl: 'rows/headrace' }, 'is not a folder in S3'],
  [{ secretAccessKey: '' }, 'needs accessKeyId and secretAccessKey'],
  [{ stage: 'rows; drop table t' }, 'is not the name of a stage'],
])('%j is refused with what to do', (own, message) => {
  expect(() => stagingOf({ ...staging, ...own })).toThrow(message)
})
