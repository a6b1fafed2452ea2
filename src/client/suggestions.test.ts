import { expect, test } from 'vitest'
import { credential, paged, problem, startApi } from '../cli/testing/loopback-api.ts'
import { loginTo, openTerminal } from '../cli/testing/terminal.ts'

const demo = { id: '0195b1c2-0000-7000-8000-000000000001', name: 'Demo' }
const path = `/v1/projects/${demo.id}`
const detail = 'The version 1.0 in Production has no such pipeline'

const api = () =>
  startApi({
    'GET /v1/projects': paged([demo]),
    [`GET ${path}/environments`]: paged([{ name: 'Production' }, { name: 'Staging' }]),
    [`GET ${path}/published-pipelines`]: paged([{ name: 'Sales/Load' }, { name: 'Sales/Report' }]),
    [`POST ${path}/pipeline-executions`]: (_, response) => problem(response, 404, detail),
  })

async function run(pipeline: string, environment: string) {
  await using server = await api()
  using terminal = openTerminal({ env: loginTo(server, credential) })
  return await terminal.run('run', pipeline, '-p', 'Demo', '-e', environment)
}

test('a pipeline or an environment that does not exist is answered with similar names', async () => {
  expect((await run('Sales/Laod', 'Production')).err).toBe(
    `Error: ${detail}\nDid you mean Sales/Load?\nRequest id: request-7\n`,
  )
  expect((await run('report', 'Production')).err).toContain('Did you mean Sales/Report?')
  expect((await run('Sales/Load', 'Prodution')).err).toContain('Did you mean Production?')
})

test('names that resemble nothing are answered with the names that exist', async () => {
  expect((await run('Import', 'Production')).err).toContain('Available: Sales/Load, Sales/Report')
})

test('a failure with names that do exist keeps its own words', async () => {
  const { code, err } = await run('Sales/Load', 'Production')
  expect(code).toBe(1)
  expect(err).toBe(`Error: ${detail}\nRequest id: request-7\n`)
})

test('a mistyped project is answered with similar names', async () => {
  await using server = await api()
  using terminal = openTerminal({ env: loginTo(server, credential) })
  expect((await terminal.run('environments', '-p', 'Dmeo')).err).toContain('Did you mean Demo?')
})
