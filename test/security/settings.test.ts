import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declarations, readSettings } from '../../src/roles/settings/settings.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const withPassword = 'postgres://ada:s3cret@db.test:5432/headrace'

test('no secret is taken from the command line, and the refusal does not repeat it', () => {
  const secrets = Object.entries(declarations).filter(([, one]) => 'secret' in one && one.secret === 'whole')
  expect(secrets.map(([name]) => name).sort()).toEqual([
    'adminClientSecret',
    'azureClientSecret',
    'masterKey',
    'modelApiKey',
    'newMasterKey',
    'openLineageApiKey',
    'otelExporterOtlpHeaders',
    'runnerClientSecret',
  ])
  for (const [name, { flag, env }] of secrets) {
    const read = () => readSettings({ [env]: key }, { [name]: key })
    expect(read).toThrow(`--${flag} must not hold a secret`)
    expect(read).toThrow(`${env}_FILE`)
    expect(read).not.toThrow(key)
  }
  for (const databaseUrl of [withPassword, 'postgres://headrace@db.test/headrace?password=s3cret'])
    expect(() => readSettings({}, { databaseUrl })).toThrow('--database-url must not hold a secret')
  const local = 'postgres://db.test/headrace'
  expect(readSettings({}, { databaseUrl: local }).settings.databaseUrl).toBe(local)
})

test('a secret may be in a file that the environment names', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'headrace-secret-')), 'secret')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  const { settings, unknownNames } = readSettings({ HEADRACE_MASTER_KEY_FILE: file }, {})
  expect([settings.masterKey, unknownNames]).toEqual([key, []])
  expect(() => readSettings({ HEADRACE_MASTER_KEY: key, HEADRACE_MASTER_KEY_FILE: file }, {})).toThrow(
    'both set',
  )
  expect(() => readSettings({ DATABASE_URL_FILE: `${file}.gone` }, {})).toThrow('cannot be read')
})
