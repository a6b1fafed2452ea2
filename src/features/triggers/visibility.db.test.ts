import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aPlaceWith, aTrigger, endedRuns, outcomesOf } from '../../../test/support/triggers.ts'
import type { DataTrigger, TriggerFire } from './schema.ts'

/** Who sees triggers, and what they tell of other environments. */
const api = useApi()
const WAIT = { timeout: 15_000 }
const pathOf = (projectId: string, triggerId = '') => `/v1/projects/${projectId}/triggers/${triggerId}`

test('a pipeline of another project is watched only by who may see it', async () => {
  const [here, there] = [await aPlaceWith(api, ['Q']), await aPlaceWith(api, ['P'])]
  const { token } = await api.credential({ projectRoles: [{ projectId: here.projectId, role: 'ADMIN' }] })
  const condition = { type: 'PIPELINE_END', pipelineName: 'P', projectId: there.projectId }
  const body = { name: 'Far', pipelineName: 'Q', environmentName: 'Development', condition }
  const refused = await api.call('POST', pathOf(here.projectId), { body, token })
  expect([refused.status, refused.body['detail']]).toEqual([404, `Project ${there.projectId} does not exist`])
  const { triggerId } = await aTrigger(api, here.projectId, { condition })
  await endedRuns(api.db, there, 'P', ['SUCCESS'])
  await expect.poll(() => outcomesOf(api, here.projectId, triggerId), WAIT).toEqual(['FIRED'])
})

test('nobody learns from a trigger what ran in an environment that they may not see', async () => {
  const [here, there] = [await aPlaceWith(api, ['Q']), await aPlaceWith(api, ['P'])]
  const { projectId } = here
  const condition = { type: 'PIPELINE_END', pipelineName: 'P', projectId: there.projectId }
  const { triggerId } = await aTrigger(api, projectId, { condition })
  await endedRuns(api.db, there, 'P', ['SUCCESS'])
  await expect.poll(() => outcomesOf(api, projectId, triggerId), WAIT).toEqual(['FIRED'])
  const path = pathOf(projectId, triggerId)
  const seen = async (token: string) => {
    const { body: trigger } = await api.call<DataTrigger>('GET', path, { token })
    const list = await api.call<{ results: DataTrigger[] }>('GET', pathOf(projectId), { token })
    const history = await api.call<{ results: TriggerFire[] }>('GET', `${path}/history`, { token })
    expect(list.body.results[0]!.condition).toEqual(trigger.condition)
    return [trigger.condition.pipelineName, history.body.results[0]!.facts['pipelineName']]
  }
  const roles = (role: 'ADMIN' | 'READ_ONLY') => [
    { projectId, role: 'ADMIN' as const },
    { projectId: there.projectId, role },
  ]
  const outsider = await api.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const reader = await api.credential({ projectRoles: roles('READ_ONLY') })
  const admin = await api.credential({ projectRoles: roles('ADMIN') })
  expect(await seen(outsider.token)).toEqual([undefined, undefined])
  expect(await seen(reader.token)).toEqual(['P', 'P'])
  const environment = `/v1/projects/${there.projectId}/environments/Development`
  await api.call('PATCH', environment, { body: { defaultUserAccessLevel: 'noAccess' } })
  expect(await seen(reader.token)).toEqual([undefined, undefined])
  expect(await seen(admin.token)).toEqual(['P', 'P'])
  const patch = (body: object) => api.call('PATCH', path, { token: outsider.token, body })
  expect((await patch({ variablePaths: { x: '$.message' } })).status).toBe(404)
  expect((await patch({ name: 'Renamed' })).status).toBe(200)
  expect(await seen(admin.token)).toEqual(['P', 'P'])
})

test('people without the environment see no trigger of it', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  const { triggerId } = await aTrigger(api, projectId)
  const environment = `/v1/projects/${projectId}/environments/Development`
  await api.call('PATCH', environment, { body: { defaultUserAccessLevel: 'noAccess' } })
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  expect((await api.call('GET', pathOf(projectId, triggerId), { token })).status).toBe(404)
  expect((await api.call('GET', pathOf(projectId), { token })).body['total']).toBe(0)
})
