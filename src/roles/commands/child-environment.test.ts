import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { runnerEnvironment } from './child-environment.ts'

const own = {
  PATH: '/usr/bin',
  HOME: '/home/me',
  LC_ALL: 'C',
  https_proxy: 'http://proxy:3128',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  ICU_TIMEZONE_FILES_DIR: '/zones',
  HEADRACE_ADMIN_CLIENT_ID: 'admin',
  HEADRACE_ADMIN_CLIENT_SECRET: 'admin-secret',
  HEADRACE_MASTER_KEY: Buffer.alloc(32).toString('base64'),
  HEADRACE_NEW_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  HEADRACE_CLIENT_SECRET: 'mine',
  HEADRACE_AZURE_CLIENT_SECRET: 'azure',
  DATABASE_URL: 'postgres://me:database-password@host/db',
  PGPASSWORD: 'database-password',
  AWS_SECRET_ACCESS_KEY: 'cloud',
  SOME_TOKEN: 'of somebody else',
  HEADRACE_SECRET_SHOP: 'for pipelines',
  HEADRACE_VAULT_TOKEN: 'vault',
}

test('a runner gets what it needs of the environment, and no secret that is not for pipelines', () => {
  const { settings } = readSettings(own, { capacity: '7', scriptMemoryMib: '99' })
  const env = runnerEnvironment(own, settings, { HEADRACE_URL: 'http://127.0.0.1:1' })
  expect(env).toMatchObject({
    PATH: '/usr/bin',
    LC_ALL: 'C',
    https_proxy: 'http://proxy:3128',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    ICU_TIMEZONE_FILES_DIR: '/zones',
    HEADRACE_SECRET_SHOP: 'for pipelines',
    HEADRACE_VAULT_TOKEN: 'vault',
    HEADRACE_URL: 'http://127.0.0.1:1',
    HEADRACE_CAPACITY: '7',
    HEADRACE_SCRIPT_MEMORY_MIB: '99',
  })
  const text = JSON.stringify(env)
  for (const secret of [
    'admin-secret',
    'AAAA',
    'AQEB',
    'mine',
    'azure',
    'database-password',
    'cloud',
    'somebody',
  ])
    expect(text).not.toContain(secret)
})
