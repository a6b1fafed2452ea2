import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { unboundCiphertext } from '../../../test/support/unbound-ciphertext.ts'
import { cellOf, type SealedColumnName, sealedColumns } from '../../db/sealed-columns.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { createSecrets } from '../secrets/service.ts'
import { changeMasterKey, enterInstallation } from './service.ts'

const held = useDatabase()
const masterKey = randomBytes(32)
const [projectId, otherProject] = [newId(), newId()]

beforeEach(async () => {
  await sql`truncate installation, project, idempotent_request, oauth, signing_key cascade`.execute(held.db)
  for (const id of [projectId, otherProject])
    await held.db
      .insertInto('project')
      .values({ id, name: id, warehouse: 'DUCKDB', agent_deployment_type: 'HYBRID' })
      .execute()
})

const aSecret = (project: string, value_encrypted: Buffer, id = newId()) =>
  held.db
    .insertInto('secret')
    .values({ id, project_id: project, name: 'token', description: '', value_encrypted, updated_by: '' })
    .execute()

/** An installation as an earlier version left it: nothing of it is bound. */
async function anEarlierInstallation(bindAfter: Date) {
  await held.db
    .insertInto('installation')
    .values({
      id: newId(),
      master_key_check: unboundCiphertext(masterKey, 'headrace'),
      bind_ciphertexts_after: bindAfter,
    })
    .execute()
  return enterInstallation(held.db, masterKey)
}

const secretsOf = ({ dataKey, binding }: Awaited<ReturnType<typeof enterInstallation>>) =>
  createSecrets(held.db, encryptionWith(dataKey, binding.isDone))

test('a ciphertext that was copied into another row does not open there', async () => {
  const installation = await enterInstallation(held.db, masterKey)
  const [own, other] = [newId(), newId()]
  const { encrypt } = encryptionWith(installation.dataKey)
  await aSecret(projectId, encrypt('of the project', cellOf('secret.value_encrypted', own)), own)
  await aSecret(otherProject, encrypt('mine', cellOf('secret.value_encrypted', other)), other)
  const secrets = secretsOf(installation)
  expect(await secrets.valueFor(projectId, 'token')).toBe('of the project')
  await sql`update secret set value_encrypted = (select value_encrypted from secret where id = ${own})
             where id = ${other}`.execute(held.db)
  await expect(secrets.valueFor(otherProject, 'token')).rejects.toThrow()
  expect(await secrets.valueFor(projectId, 'token')).toBe('of the project')
})

test('ciphertexts of earlier versions are read, are bound when their time has come, and then are refused', async () => {
  const installation = await anEarlierInstallation(new Date(Date.now() + 60_000))
  const [secrets, id] = [secretsOf(installation), newId()]
  const unbound = unboundCiphertext(masterKey, 'of before')
  await aSecret(projectId, unbound, id)
  await installation.binding.pass()
  expect(installation.binding.isDone()).toBe(false)
  expect(await secrets.valueFor(projectId, 'token')).toBe('of before')

  await sql`update installation set bind_ciphertexts_after = now()`.execute(held.db)
  const second = await enterInstallation(held.db, masterKey)
  await Promise.all([installation.binding.pass(), second.binding.pass()])
  expect([installation.binding.isDone(), second.binding.isDone()]).toEqual([true, true])
  expect(await secrets.valueFor(projectId, 'token')).toBe('of before')
  await aSecret(otherProject, unbound)
  await expect(secrets.valueFor(otherProject, 'token')).rejects.toThrow('bound to no cell')

  const restarted = await enterInstallation(held.db, masterKey)
  expect(restarted.binding.isDone()).toBe(true)
  expect(await secretsOf(restarted).valueFor(projectId, 'token')).toBe('of before')
})

test('every kind of key names the row that a ciphertext is bound to', async () => {
  const { binding } = await anEarlierInstallation(new Date(0))
  const unbound = unboundCiphertext(masterKey, 'of before')
  const [oauth, state] = [newId(), randomBytes(32)]
  await sql`insert into oauth (id, name, grant_type, client_id, access_token_url, credentials_in, token_parameters,
                               auth_parameters, created_by, access_token_encrypted, client_secret_encrypted)
            values (${oauth}, 'x', 'AUTHORIZATION_CODE', 'x', 'x', 'BODY', '[]', '[]', 'x', ${unbound}, ${unbound})`.execute(
    held.db,
  )
  await sql`insert into oauth_attempt values (${state}, ${oauth}, ${unbound}, 'x', now())`.execute(held.db)
  await sql`insert into signing_key values ('Kid', 'ES256', '{}', ${unbound}, now())`.execute(held.db)
  await sql`insert into idempotent_request (caller, key, fingerprint, body)
            values ('Caller', 'Key', 'x', ${unbound})`.execute(held.db)
  await binding.pass()
  const { decrypt } = encryptionWith(masterKey)
  const keys: [SealedColumnName, string][] = [
    ['oauth.access_token_encrypted', oauth.toUpperCase()],
    ['oauth.client_secret_encrypted', oauth],
    ['oauth_attempt.verifier_encrypted', state.toString('hex')],
    ['signing_key.private_jwk_encrypted', 'Kid'],
    ['idempotent_request.body', 'Caller Key'],
  ]
  for (const [column, key] of keys) {
    const [table, field] = column.split('.') as [string, string]
    const { rows } = await sql<{ sealed: Buffer }>`
      select ${sql.ref(field)} as sealed from ${sql.table(table)}`.execute(held.db)
    expect(decrypt(rows[0]!.sealed, cellOf(column, key))).toBe('of before')
  }
})

test('a change of the master key binds what is not bound yet', async () => {
  await anEarlierInstallation(new Date(Date.now() + 60_000))
  await aSecret(projectId, unboundCiphertext(masterKey, 'of before'))
  const newKey = randomBytes(32)
  expect(await changeMasterKey(held.db, masterKey, newKey)).toBe('changed')
  const after = await enterInstallation(held.db, newKey)
  expect(after.binding.isDone()).toBe(true)
  expect(await secretsOf(after).valueFor(projectId, 'token')).toBe('of before')
})

test('every column of ciphertexts is bound by the pass', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and column_name like '%\_encrypted' and table_name <> 'installation'`.execute(
    held.db,
  )
  expect([...rows.map(({ name }) => name), 'idempotent_request.body'].sort()).toEqual(
    Object.keys(sealedColumns).sort(),
  )
})
