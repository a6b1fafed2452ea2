import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aPublishedProject } from '../../../test/support/factories.ts'
import { waitingTransactions } from '../../../test/support/waiting.ts'
import { connectAs } from '../../../test/support/wire-runner.ts'
import type { SecretReference } from './reference-schema.ts'

const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
let project: string
let all: string

beforeAll(async () => {
  place = await aPublishedProject(api)
  project = `/v1/projects/${place.projectId}`
  all = `${project}/secret-references`
})

test('a reference made as programs make it is read as it was given', async () => {
  const body = {
    agentId: place.agentId,
    agentType: 'AWS',
    secretReferenceType: 'PASSWORD',
    secretName: 'aws-secret-name',
    description: 'My secret reference',
    secretKey: 'aws-secret-key',
  }
  const path = `${all}/Shop_(EU)-1`
  const created = await api.call<SecretReference>('POST', path, { body })
  expect(created).toMatchObject({ status: 201, body: { ...body, name: 'Shop_(EU)-1' } })
  expect(created.headers.get('location')).toMatch(/secret-references\/Shop_\(EU\)-1$/)
  const read = await api.call('GET', path.toLowerCase())
  expect(read).toMatchObject({ status: 200, body: created.body })
  expect(read.headers.get('etag')).toBe(created.headers.get('etag'))
  const minimal = await api.call('POST', `${all}/a-first`, { body: { secretName: 'orders' } })
  expect(minimal).toMatchObject({ status: 201, body: { secretReferenceType: 'PASSWORD', description: '' } })
  const listed = await api.call<{ total: number; results: SecretReference[] }>('GET', all)
  expect(listed.body.results.map(({ name }) => name)).toEqual(['a-first', 'Shop_(EU)-1'])
})

test('one name is a secret or a reference, whichever comes first, and of two at once one is refused', async () => {
  const refer = (name: string) => api.call('POST', `${all}/${name}`, { body: { secretName: 'orders' } })
  const keep = (name: string) => api.call('POST', `${project}/secrets`, { body: { name, value: 'hush' } })
  expect([(await refer('one')).status, (await refer('ONE')).status, (await keep('One')).status]).toEqual([
    201, 409, 409,
  ])
  expect([(await keep('two')).status, (await refer('Two')).status]).toEqual([201, 409])
  // A secret that is being added is not seen yet: the reference waits for it.
  const [referred] = await api.db.transaction().execute(async (tx) => {
    const secret = { id: randomUUID(), project_id: place.projectId, name: 'Three', description: '' }
    await tx
      .insertInto('secret')
      .values({ ...secret, value_encrypted: Buffer.from('sealed'), updated_by: 'a test' })
      .execute()
    const answer = refer('three')
    await expect.poll(() => waitingTransactions(tx), { timeout: 10_000 }).toBe(1)
    return [answer]
  })
  expect((await referred!).status).toBe(409)
  const elsewhere = await aPublishedProject(api)
  const path = `/v1/projects/${elsewhere.projectId}/secret-references/one`
  expect((await api.call('POST', path, { body: { secretName: 'orders' } })).status).toBe(201)
})

test('what cannot work is refused, and every fault is named', async () => {
  const create = (name: string, body: object) =>
    api.call<{ violations: string[] }>('POST', `${all}/${encodeURIComponent(name)}`, { body })
  const wrong = await create('faulty', { secretName: ' ', secretReferenceType: 'KEY', secretValue: 'hush' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.violations).toHaveLength(3)
  expect((await create('with space', { secretName: 'orders' })).status).toBe(400)
  const nobody = randomUUID()
  expect((await create('faulty', { secretName: 'orders', agentId: nobody })).body.violations).toEqual([
    `body/agentId: runner ${nobody} does not exist`,
  ])
  // The runner has both names for one variable of its environment, and would answer with all of it.
  const part = await create('shop_token', { secretName: 'shop-token', secretKey: 'password' })
  expect(part).toMatchObject({ status: 400, body: { violations: [expect.stringMatching(/another name/)] } })
  expect((await create('shop_token', { secretName: 'shop-token' })).status).toBe(201)
})

test('a reference is deleted in the state that was read, and a later one of its name is another state', async () => {
  const path = `${all}/temporary`
  const create = () => api.call('POST', path, { body: { secretName: 'orders' } })
  const headers = { 'if-match': (await create()).headers.get('etag')! }
  expect((await api.call('DELETE', path)).status).toBe(204)
  await create()
  expect((await api.call('DELETE', path, { headers })).status).toBe(412)
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect((await api.call('DELETE', path)).status).toBe(404)
  expect((await api.call('GET', path)).status).toBe(404)
})

test('readers see references and change none; an outsider does not see the project', async () => {
  const path = `${all}/seen`
  await api.call('POST', path, { body: { secretName: 'orders' } })
  const { token } = await api.credential({
    projectRoles: [{ projectId: place.projectId, role: 'READ_ONLY' }],
  })
  expect((await api.call('GET', path, { token })).status).toBe(200)
  expect((await api.call('POST', path, { token, body: {} })).status).toBe(403)
  expect((await api.call('DELETE', path, { token })).status).toBe(403)
  const outsider = await api.credential()
  expect((await api.call('GET', path, { token: outsider.token })).status).toBe(404)
})

test('a runner that holds an execution learns which secret of its own a reference means, and no other project’s', async () => {
  await api.call('POST', `${all}/orders-password`, { body: { secretName: 'orders', secretKey: 'password' } })
  await api.call('POST', `${project}/pipeline-executions`, {
    body: { pipelineName: 'P', environmentName: 'Development' },
  })
  const runner = await connectAs(api, place.agentId)
  runner.say({ kind: 'credit', total: 1 })
  const { execution: root } = await runner.heard('run')
  const answerTo = async (ask: number, name: string) => {
    runner.say({ kind: 'secret-wanted', ask, root, name })
    const answer = () => runner.received.find((one) => 'ask' in one && one.ask === ask)
    await expect.poll(answer).toBeDefined()
    return answer()
  }
  const reference = { secretName: 'orders', secretKey: 'password' }
  expect(await answerTo(1, 'Orders-Password')).toEqual({ kind: 'secret', ask: 1, reference })
  const other = await aPublishedProject(api)
  const path = `/v1/projects/${other.projectId}/secret-references/foreign`
  await api.call('POST', path, { body: { secretName: 'orders' } })
  expect(await answerTo(2, 'foreign')).toEqual({ kind: 'secret', ask: 2 })
})
