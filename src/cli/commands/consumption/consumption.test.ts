import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const projectId = '0195b1c2-0000-7000-8000-000000000001'
const item = (pipelineName: string, credits: number) => ({
  consumptionType: 'orchestration',
  dimensions: { projectId, environment: 'Production', pipelineName, agentId: projectId },
  credits,
})
const results = [
  {
    consumedFrom: '2026-01-01T00:00:00.000Z',
    consumedBefore: '2026-01-02T00:00:00.000Z',
    consumption: [item('load', 0.5), item('big', 2), item('load', 0.25)],
  },
]

test('consumption of whole days is summed, the most first, and is whole as JSON', async () => {
  await using api = await startApi({
    'GET /v1/projects': paged([{ id: projectId, name: 'Shop' }]),
    'GET /v1/agents': paged([{ agentId: projectId, name: 'warehouse-2' }]),
    'GET /v1/consumption': (_, response) => json(response, 200, { results }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const range = ['--from', '2026-01-01', '--to', '2026-01-31']
  const { out } = await terminal.run('consumption', ...range, '--project', 'shop')
  expect(api.requests.at(-2)!.path).toBe(
    `/v1/consumption?consumedFrom=2026-01-01&consumedBefore=2026-02-01&projectId=${projectId}`,
  )
  expect(
    out
      .trim()
      .split(/\s*\n/)
      .map((line) => line.split(/\s+/)),
  ).toEqual([
    ['PIPELINE', 'PROJECT', 'CREDITS'],
    ['big', 'Shop', '2.0000'],
    ['load', 'Shop', '0.7500'],
  ])
  const byEnvironment = await terminal.run('consumption', ...range, '--by', 'environment')
  expect(byEnvironment.out).toContain('2.7500')
  expect((await terminal.run('consumption', '--to', '2026-01-31', '--by', 'project')).out).toMatch(
    /^Shop +2.75/m,
  )
  expect(api.requests.at(-2)!.path).toBe('/v1/consumption?consumedFrom=2026-01-01&consumedBefore=2026-02-01')
  expect((await terminal.run('consumption', ...range, '--by', 'runner')).out).toMatch(/^warehouse-2 +2.75/m)
  expect(JSON.parse((await terminal.run('consumption', ...range, '--json')).out)).toEqual(results)
  await expect(terminal.run('consumption', '--from', 'yesterday')).rejects.toThrow('Expected a date')
})
