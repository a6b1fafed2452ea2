import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aConnection, aProject, publish } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'

interface Listed {
  readonly page: number
  readonly total: number
  readonly results: Readonly<Record<string, unknown>>[]
}

const api = useApi()
let project: string

/** In an order of creation that is neither that of their names nor its reverse, and in mixed case. */
const names = ['beta', 'Alpha', 'delta', 'Gamma']
const byName = ['Alpha', 'beta', 'delta', 'Gamma']

beforeAll(async () => {
  const { projectId } = await aProject(api, { environments: ['Beta', 'Alpha'] })
  project = `/v1/projects/${projectId}`
  const pipeline = orchestration({ Start: start() })
  for (const environment of ['Beta', 'Alpha'])
    await publish(api, projectId, { 'P0.orch.yaml': pipeline, 'P1.orch.yaml': pipeline }, { environment })
  for (const [position, name] of names.entries()) {
    await create('/v1/directory-integration/scim/v2/Groups', { displayName: name })
    // The first has no name of its own and is shown by the name to sign in with.
    const shown = position === 0 ? { userName: name } : { userName: `${position}`, displayName: name }
    await create('/v1/directory-integration/scim/v2/Users', { meta: {}, ...shown })
    const expiresAt = new Date(Date.now() + (10 - position) * 86_400_000).toISOString()
    const expiry = position === 3 ? {} : { expiresAt }
    await create('/v1/api-credentials', { name, accountRole: 'USER', ...expiry })
    await create(`${project}/connections`, { ...aConnection(name), platformConnectionType: 'DWH' })
    await create(`${project}/secrets`, { name, value: 'hush' })
    await create(`${project}/triggers`, {
      name,
      pipelineName: `P${position % 2}`,
      environmentName: position < 2 ? 'Beta' : 'Alpha',
      condition: { type: 'EVENT' },
    })
  }
})

async function create(path: string, body: object): Promise<void> {
  const answer = await api.call('POST', path, { body })
  expect([path, answer]).toMatchObject([path, { status: 201 }])
}

/** The names of a list, page by page, so that an order that is not total would show one twice. */
async function namesOf(path: string, sort?: string): Promise<string[]> {
  const found: string[] = []
  for (let page = 0; ; page++) {
    const query = `size=2&page=${page}${sort === undefined ? '' : `&sort=${sort}`}`
    const { status, body } = await api.call<Listed>('GET', `${path}?${query}`)
    expect([path, status]).toEqual([path, 200])
    found.push(...body.results.map(({ name }) => String(name)))
    if (body.results.length === 0) return found.filter((name) => names.includes(name))
  }
}

test('lists of people, credentials, connections, secrets and triggers are ordered by name both ways', async () => {
  const paths = ['/v1/users', '/v1/groups', '/v1/api-credentials']
  for (const path of [...paths, `${project}/connections`, `${project}/secrets`, `${project}/triggers`]) {
    expect([path, await namesOf(path, 'name')]).toEqual([path, byName])
    expect([path, await namesOf(path, '-name')]).toEqual([path, byName.toReversed()])
    expect([path, (await api.call('GET', `${path}?sort=size`)).status]).toEqual([path, 400])
  }
})

test('they are ordered by time too: people and credentials from the oldest unless told otherwise', async () => {
  for (const path of ['/v1/users', '/v1/groups', '/v1/api-credentials']) {
    expect([path, await namesOf(path)]).toEqual([path, names])
    expect([path, await namesOf(path, '-createdAt')]).toEqual([path, names.toReversed()])
  }
  expect((await namesOf('/v1/api-credentials', 'expiresAt')).at(-1)).toBe('Gamma')
  expect(await namesOf('/v1/api-credentials', 'expiresAt')).toEqual(['delta', 'Alpha', 'beta', 'Gamma'])
  for (const path of [`${project}/connections`, `${project}/secrets`]) {
    expect([path, await namesOf(path)]).toEqual([path, byName])
    expect([path, await namesOf(path, '-updatedAt')]).toEqual([path, names.toReversed()])
  }
})

test('triggers are ordered by pipeline and environment, and by name among equal ones', async () => {
  const triggers = `${project}/triggers`
  expect(await namesOf(triggers, 'pipelineName')).toEqual(['beta', 'delta', 'Alpha', 'Gamma'])
  expect(await namesOf(triggers, 'environmentName')).toEqual(['delta', 'Gamma', 'Alpha', 'beta'])
  expect(await namesOf(triggers, '-environmentName')).toEqual(['beta', 'Alpha', 'Gamma', 'delta'])
})

test('a user is found by the whole name that is shown, or by the name to sign in with', async () => {
  for (const name of ['BETA', 'gamma', '3'])
    expect(await api.call('GET', `/v1/users?name=${name}`)).toMatchObject({ body: { total: 1 } })
  expect(await api.call('GET', '/v1/users?name=gam')).toMatchObject({ body: { total: 0, results: [] } })
})
