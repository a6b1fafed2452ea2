import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const projectId = '0195b1c2-0000-7000-8000-000000000001'
const figures = { succeeded: 9, failed: 1, cancelled: 0, rows: 120 }
const pipeline = {
  projectId,
  pipelineName: 'Load orders',
  ...figures,
  medianMs: 1_500,
  p95Ms: 61_000,
  averageWaitMs: 4,
  bytes: 4_096,
}
const component = {
  projectId,
  pipelineName: 'Load orders',
  componentName: 'Extract',
  componentType: 'bash-script',
  runs: 10,
  failures: 1,
  totalMs: 15_000,
  averageMs: 1_500,
  longestMs: 3_000,
  rows: 120,
}

test('statistics of whole days are shown by pipeline or component, and are whole as JSON', async () => {
  await using api = await startApi({
    'GET /v1/projects': paged([{ id: projectId, name: 'Shop' }]),
    'GET /v1/execution-statistics': (_, response) =>
      json(response, 200, { overall: figures, results: [pipeline, { ...pipeline, pipelineName: 'Bill' }] }),
    'GET /v1/component-statistics': (_, response) => json(response, 200, { results: [component] }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const range = ['--from', '2026-01-01', '--to', '2026-01-31']
  const rowsOf = (out: string) =>
    out
      .trim()
      .split(/\s*\n/)
      .map((line) => line.split(/\s{2,}/))
  const { out } = await terminal.run(
    'statistics',
    ...range,
    '--project',
    'shop',
    '--environment',
    'Production',
  )
  expect(api.requests.at(-2)!.path).toBe(
    `/v1/execution-statistics?endedFrom=2026-01-01&endedBefore=2026-02-01&projectId=${projectId}&environmentName=Production&limit=100&by=PIPELINE`,
  )
  expect(rowsOf(out)).toEqual([
    ['PIPELINE', 'PROJECT', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'MEDIAN', 'P95', 'WAIT', 'ROWS', 'BYTES'],
    ['Load orders', 'Shop', '9', '1', '0', '1.50 s', '61.00 s', '0.00 s', '120', '4096'],
    ['Bill', 'Shop', '9', '1', '0', '1.50 s', '61.00 s', '0.00 s', '120', '4096'],
  ])
  const components = await terminal.run('statistics', '--to', '2026-01-31', '--by', 'component')
  expect(api.requests.at(-2)!.path).toBe(
    '/v1/component-statistics?endedFrom=2026-01-02&endedBefore=2026-02-01&limit=100',
  )
  expect(rowsOf(components.out)[1]).toEqual([
    'Extract',
    'Load orders',
    'Shop',
    '15.00 s',
    '1.50 s',
    '3.00 s',
    '10',
    '1',
    '120',
    '-',
  ])
  expect(JSON.parse((await terminal.run('statistics', ...range, '--by', 'component', '--json')).out)).toEqual(
    [component],
  )
})

test('projects are shown by name, and as many rows as were asked for are not taken for all', async () => {
  await using api = await startApi({
    'GET /v1/projects': paged([{ id: projectId, name: 'Shop' }]),
    'GET /v1/execution-statistics': (_, response) =>
      json(response, 200, { overall: figures, results: [{ projectId, ...figures }] }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { out, err } = await terminal.run('statistics', '--by', 'project', '--limit', '1')
  expect(out).toMatch(/^Shop +9/m)
  expect(err).toContain('There may be more than these 1: --limit 1000 shows up to 1000.')
})

test('names of projects are read for a table with a column of them, and for nothing else', async () => {
  await using api = await startApi({
    'GET /v1/execution-statistics': (_, response) =>
      json(response, 200, { overall: figures, results: [{ day: '2026-01-31', ...figures }] }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('statistics', '--by', 'day')).out).toMatch(/^2026-01-31 +9/m)
  expect((await terminal.run('statistics', '--by', 'project', '--json')).code).toBe(0)
  expect(api.requests.some(({ path }) => path.startsWith('/v1/projects'))).toBe(false)
})
