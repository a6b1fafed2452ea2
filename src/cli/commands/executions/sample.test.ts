import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const projectId = '0195b1c2-0000-7000-8000-000000000001'
const projects = { 'GET /v1/projects': paged([{ id: projectId, name: 'Demo' }]) }
const path = `POST /v1/projects/${projectId}/samples`
const sample = {
  ok: true,
  columns: [
    { name: 'region', type: 'VARCHAR' },
    { name: 'total', type: 'BIGINT' },
  ],
  rows: [
    ['north', '7'],
    ['south', null],
  ],
  more: true,
  shortened: false,
  sql: 'select * from sales',
  latencyMs: 12,
}
const given = ['sample', './sales.tran.yaml', 'By Region', '-p', 'Demo', '-e', 'Development']

async function shown(answer: object, ...flags: string[]) {
  await using api = await startApi({ ...projects, [path]: (_, response) => json(response, 200, answer) })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const { code, out, err } = await terminal.run(...given, ...flags)
  return { code, out, err, asked: JSON.parse(api.requests.at(-1)!.body.toString()) }
}

test('rows are shown as a table, and that there are more', async () => {
  const { code, out, err, asked } = await shown(sample, '--ref', 'main', '--limit', '2', '--var', 'n=1')
  expect(code).toBe(0)
  expect(out.split('\n').map((line) => line.trimEnd().split(/ {2,}/))).toEqual([
    ['REGION', 'TOTAL'],
    ['north', '7'],
    ['south'],
    [''],
  ])
  expect(err).toContain('There are more rows')
  expect(asked).toEqual({
    pipelineName: 'sales',
    componentName: 'By Region',
    environmentName: 'Development',
    ref: 'main',
    limit: 2,
    scalarVariables: { n: '1' },
  })
})

test('columns and SQL are shown alone, and no rows are asked for', async () => {
  const columns = await shown(sample, '--columns')
  expect([columns.out, columns.asked.limit]).toEqual([expect.stringMatching(/region +VARCHAR/), 0])
  const { out, asked } = await shown(sample, '--sql', '--draft', 'topic')
  expect([out, asked.limit, asked.draft]).toEqual(['select * from sales\n', 0, 'topic'])
})

test('what is wrong is said with its component', async () => {
  const { code, err } = await shown({
    ok: false,
    message: 'no such column',
    componentName: 'Read',
    latencyMs: 1,
  })
  expect([code, err]).toEqual([1, expect.stringContaining('"Read": no such column')])
})
