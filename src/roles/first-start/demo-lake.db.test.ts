import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { createClient } from '../../client/client.ts'
import { ensureLake } from './demo-lake.ts'

const t = useApi()

test('the connection of the demo to its lake follows the password of another embedded PostgreSQL', async () => {
  const { projectId } = await aProject(t)
  const { clientId, clientSecret } = await t.credential({ accountRole: 'SUPER_ADMIN' })
  const tools = { now: Date.now, wait: async () => undefined, keepToken: () => undefined }
  const client = createClient({ url: t.url, clientId, clientSecret }, tools)
  const catalog = { host: '127.0.0.1', port: 5432, database: 'lake', user: 'lake' }
  const stored = async () =>
    (
      await t.db
        .selectFrom('secret')
        .select('value_encrypted')
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
    ).value_encrypted
  await ensureLake(client, projectId, { ...catalog, password: 'before' })
  const before = await stored()
  await ensureLake(client, projectId, { ...catalog, port: 5433, password: 'before' })
  expect(await stored()).toEqual(before)
  await ensureLake(client, projectId, { ...catalog, password: 'after the restoration' })
  expect((await stored()).length).toBe(before.length + 'after the restoration'.length - 'before'.length)
})
