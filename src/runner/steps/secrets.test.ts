import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson, startWire, type Wire } from '../../../test/support/wire.ts'
import { folderSecrets, ownSecrets, vaultSecrets } from './secrets.ts'

const { signal } = new AbortController()
let folder: string
let vault: Wire

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-secrets-'))
  await writeFile(join(folder, 'from-file'), 'file value\n')
  await writeFile(join(folder, 'both'), 'second')
  vault = await startWire((request, response) => {
    if (request.headers['x-vault-token'] !== 'vault-token') response.writeHead(403).end()
    else if (request.url === '/v1/kv/data/team/headrace/from-vault')
      sendJson(response, { data: { data: { value: 'vault value' } } })
    else response.writeHead(404).end()
  })
})
afterAll(async () => {
  await vault.close()
  await rm(folder, { recursive: true, force: true })
})

test('a runner asks its variables, its folder and its vault in this order', async () => {
  const secrets = ownSecrets(
    {
      HEADRACE_SECRET_BOTH: 'first',
      HEADRACE_SECRETS_DIR: folder,
      HEADRACE_VAULT_URL: `${vault.origin}/`,
      HEADRACE_VAULT_TOKEN: 'vault-token',
      HEADRACE_VAULT_PATH: 'kv/team/headrace',
    },
    fetch,
  )
  expect(await secrets.get('both', signal)).toBe('first')
  expect(await secrets.get('from-file', signal)).toBe('file value')
  expect(await secrets.get('from-vault', signal)).toBe('vault value')
  expect(await secrets.get('nowhere', signal)).toBeUndefined()
})

test('a name cannot lead out of the folder', async () => {
  const inside = folderSecrets(join(folder, 'inside'))
  for (const name of ['../from-file', '..', '/etc/passwd', 'a/../../from-file'])
    expect(await inside.get(name, signal)).toBeUndefined()
})

test('a vault that refuses is no vault without the secret', async () => {
  const secrets = vaultSecrets({ url: vault.origin, token: 'wrong', path: 'kv' }, fetch)
  await expect(secrets.get('from-vault', signal)).rejects.toThrow('answered 403')
})
