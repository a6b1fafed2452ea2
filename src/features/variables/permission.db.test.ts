import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'

const api = useApi()
let projectId: string
let all: string

beforeAll(async () => {
  projectId = (await aProject(api, { environments: ['dev', 'hidden', 'prod'] })).projectId
  all = `/v1/projects/${projectId}/variables`
  await api.call('POST', all, { body: { name: 'region', type: 'TEXT', behaviour: 'COPIED', value: 'eu' } })
  await override(undefined, ['dev', 'hidden', 'prod'])
})

const override = (token: string | undefined, names: readonly string[]) =>
  api.call<{ overrides: { environmentName: string }[]; failedOverride: Record<string, string>[] }>(
    'POST',
    `${all}/region/environment-overrides`,
    {
      body: { overrides: names.map((environmentName) => ({ environmentName, value: 'v' })) },
      ...(token !== undefined && { token }),
    },
  )

const someone = async (
  role: 'CONTRIBUTOR' | 'READ_ONLY',
  access: Record<string, 'ADMIN' | 'NO_ACCESS'> = {},
) =>
  (
    await api.credential({
      projectRoles: [{ projectId, role }],
      environmentAccess: Object.entries(access).map(([environmentName, given]) => ({
        projectId,
        environmentName,
        access: given,
      })),
    })
  ).token

test('a stranger sees no project; no request gets in without a token', async () => {
  const { token } = await api.credential()
  expect((await api.call('GET', all, { token })).status).toBe(404)
  expect((await api.call('GET', all, { token: null })).status).toBe(401)
})

test('a reader reads and changes nothing', async () => {
  const token = await someone('READ_ONLY')
  expect((await api.call('GET', `${all}?include=overrides`, { token })).status).toBe(200)
  const body = { name: 'new', type: 'TEXT', behaviour: 'COPIED' }
  expect((await api.call('POST', all, { token, body })).status).toBe(403)
  expect(
    (await api.call('PATCH', `${all}/region`, { token, body: { type: 'TEXT', behaviour: 'COPIED' } })).status,
  ).toBe(403)
  expect((await api.call('DELETE', `${all}/region`, { token })).status).toBe(403)
  expect((await api.call('POST', `${all}/import`, { token, body: { variables: [] } })).status).toBe(403)
  const { body: outcome } = await override(token, ['dev'])
  expect(outcome.failedOverride).toMatchObject([{ environmentName: 'dev', reason: 'FORBIDDEN' }])
})

test('who may edit in one environment only gets the others back as failed', async () => {
  const token = await someone('READ_ONLY', { dev: 'ADMIN', hidden: 'NO_ACCESS' })
  const { status, body } = await override(token, ['dev', 'prod', 'hidden'])
  expect(status).toBe(200)
  expect(body.failedOverride.map(({ environmentName, reason }) => [environmentName, reason])).toEqual([
    ['prod', 'FORBIDDEN'],
    ['hidden', 'ENVIRONMENT_NOT_FOUND'],
  ])
  const one = (name: string) => `${all}/region/environment-overrides/${name}`
  expect((await api.call('DELETE', one('prod'), { token })).status).toBe(403)
  expect((await api.call('DELETE', one('hidden'), { token })).status).toBe(404)
  expect((await api.call('DELETE', one('dev'), { token })).status).toBe(204)
  await override(undefined, ['dev'])
})

test('an environment one may not see is nowhere: lists, history, files, the words of a conflict', async () => {
  const token = await someone('CONTRIBUTOR', { hidden: 'NO_ACCESS' })
  const body = { type: 'NUMBER', behaviour: 'COPIED', value: 1 }
  const answers = [
    await api.call('GET', `${all}?include=overrides`, { token }),
    await api.call('GET', `${all}/region/environment-overrides`, { token }),
    await api.call('GET', `${all}/region/history?size=100`, { token }),
    await api.call('GET', `${all}/export`, { token }),
    await api.call('GET', `${all}/export?format=csv`, { token }),
    await api.call('PATCH', `${all}/region`, { token, body }),
    await api.call('POST', `${all}/import?mode=REPLACE&dryRun=true`, { token, body: { variables: [] } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409, 200])
  for (const { body: answer } of answers) {
    expect(JSON.stringify(answer)).toContain('prod')
    expect(JSON.stringify(answer)).not.toContain('hidden')
  }
  const resolved = `${all}/region/resolved?environmentName=hidden`
  expect((await api.call('GET', resolved, { token })).status).toBe(404)
})

test('restoring a variable tells nothing of environments one may not see', async () => {
  const token = await someone('CONTRIBUTOR', { dev: 'ADMIN', hidden: 'NO_ACCESS' })
  expect((await api.call('DELETE', `${all}/region`, { token })).status).toBe(204)
  const history = await api.call<{ results: { changeId: number }[] }>('GET', `${all}/region/history`, {
    token,
  })
  const restored = await api.call(
    'POST',
    `${all}/region/history/${history.body.results[0]!.changeId}/restore`,
    {
      token,
      body: { to: 'BEFORE' },
    },
  )
  expect(restored).toMatchObject({
    status: 200,
    body: {
      overrides: [{ environmentName: 'dev', value: 'v' }],
      failedOverride: [{ environmentName: 'prod', reason: 'FORBIDDEN' }],
    },
  })
  expect(JSON.stringify(restored.body)).not.toContain('hidden')
})
