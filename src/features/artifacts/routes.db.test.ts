import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'

const api = useApi()
const pipeline = orchestration({ Start: start() })
const files = { 'Load.orch.yaml': pipeline, 'sub folder /Child.orch.yaml': pipeline, 'sql/x.sql': 'select 1' }

test('a version is published, listed and described, and never changes', async () => {
  const { projectId } = await aProject(api)
  const published = await publish(api, projectId, files, { name: '1.0' })
  expect(published.status).toBe(201)
  expect(published.body).toMatchObject({
    versionName: '1.0',
    environmentName: 'Development',
    fileCount: 3,
    pipelineCount: 2,
    faults: [],
  })
  expect((await publish(api, projectId, files, { name: '1.0' })).status).toBe(409)
  const list = await api.call('GET', `/v1/projects/${projectId}/artifacts?environmentName=Development`)
  expect(list.body).toMatchObject({ total: 1, results: [{ versionName: '1.0' }] })
  const query = 'environmentName=Development&versionName=1.0'
  const details = await api.call('GET', `/v1/projects/${projectId}/artifacts/details?${query}`)
  expect(details.body).toMatchObject({ pipelines: ['Load', 'sub folder /Child'] })
  const pipelines = await api.call(
    'GET',
    `/v1/projects/${projectId}/published-pipelines?environmentName=Development`,
  )
  expect(pipelines.body).toMatchObject({
    total: 2,
    results: [{ name: 'Load', publishedTime: expect.any(String) }, { name: 'sub folder /Child' }],
  })
})

test('files with violations are published, and the violations reported with their location', async () => {
  const { projectId } = await aProject(api)
  const broken = {
    'A.orch.yaml': orchestration({ Start: start('Odd'), Odd: { type: 'from-the-future' } }),
    'B.orch.yaml': 'a: [',
  }
  const { status, body } = await publish(api, projectId, broken)
  expect(status).toBe(201)
  expect(body['faults']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ file: 'A.orch.yaml', rule: 'unknown-component-type', severity: 'warning' }),
      expect.objectContaining({ file: 'B.orch.yaml', severity: 'error', line: expect.any(Number) }),
    ]),
  )
})

test('what cannot be a version is refused: no files, paths that lead out, files that are no text', async () => {
  const { projectId } = await aProject(api)
  expect((await publish(api, projectId, { '../up.orch.yaml': pipeline })).status).toBe(400)
  const form = new FormData()
  form.append('x.bin', new Blob([new Uint8Array([255, 0, 1])]), 'x.bin')
  const headers = { versionName: 'b', environmentName: 'Development' }
  expect(
    (await api.call('POST', `/v1/projects/${projectId}/artifacts`, { body: form, headers })).status,
  ).toBe(400)
  const json = { body: { a: 1 }, headers }
  expect((await api.call('POST', `/v1/projects/${projectId}/artifacts`, json)).status).toBe(415)
  const nameless = await api.call('POST', `/v1/projects/${projectId}/artifacts`, { body: form })
  expect([nameless.status, (nameless.body['violations'] as string[]).length]).toEqual([400, 2])
})

test('a version of one environment is promoted to another with the same files', async () => {
  const { projectId } = await aProject(api, { environments: ['Development', 'Production'] })
  await publish(api, projectId, files, { name: '1.0' })
  const promote = (versionName: string) =>
    api.call('POST', `/v1/projects/${projectId}/artifacts/promotions`, {
      body: { versionName, sourceEnvironmentName: 'Development', targetEnvironmentName: 'Production' },
    })
  expect((await promote('1.0')).body).toMatchObject({ environmentName: 'Production', fileCount: 3 })
  expect((await promote('1.0')).status).toBe(409)
  expect((await promote('2.0')).status).toBe(404)
})

test('who may only read an environment does not publish there', async () => {
  const { projectId } = await aProject(api)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const form = new FormData()
  form.append('A.orch.yaml', new Blob([pipeline]), 'A.orch.yaml')
  const headers = { versionName: 'x', environmentName: 'Development' }
  expect(
    (await api.call('POST', `/v1/projects/${projectId}/artifacts`, { body: form, headers, token })).status,
  ).toBe(403)
})
