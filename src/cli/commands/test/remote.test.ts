import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const [projectId, testExecutionId] = [id(1), id(2)]
const all = `/v1/projects/${projectId}/test-executions`
const one = `${all}/${testExecutionId}`
const projects = { 'GET /v1/projects': paged([{ id: projectId, name: 'Demo' }]) }
const create: Answer = (_, response) => json(response, 201, { testExecutionId })
const named = (name: string, status: string, more: object = {}) => ({
  name,
  file: `${name}.test.yaml`,
  status,
  assertions: [],
  ...more,
})
const expectation = { what: 'table totals', line: 7, passed: false, expected: 'EU, 4', actual: 'EU, 3.75' }
const right = named('Right', 'PASSED', { durationMs: 20 })
const wrong = named('Wrong', 'FAILED', { durationMs: 30, assertions: [expectation] })
const remote = ['test', '--project', 'Demo', '--environment', 'Development']

const openIn = (api: { url: string }) => openTerminal({ env: loginTo(api, credential) })

test('tests of a branch run on the server, and are printed and reported as those of a folder', async () => {
  const states = [
    { status: 'RUNNING', tests: [right, named('Wrong', 'RUNNING')] },
    { status: 'FAILED', tests: [right, wrong] },
  ]
  const read: Answer = (_, response) => json(response, 200, states.length > 1 ? states.shift() : states[0])
  await using api = await startApi({ ...projects, [`POST ${all}`]: create, [`GET ${one}`]: read })
  using terminal = openIn(api)
  const { code, out } = await terminal.run(
    ...remote,
    ...['--ref', 'main', '--filter', 'Right', '--filter', 'Wrong', '--scratch', 'schema', '--junit', 'a.xml'],
  )
  expect(code).toBe(1)
  expect(out).toMatch(
    /^✓ Right \(0\.02 s\)\n✗ Wrong \(0\.03 s\)\n {4}table totals \(Wrong\.test\.yaml:7\)\n {6}expected {2}EU, 4\n {6}actual {4}EU, 3\.75\n2 tests: 1 passed, 1 failed/,
  )
  expect(JSON.parse(api.requests.find(({ method }) => method === 'POST')!.body.toString())).toEqual({
    environmentName: 'Development',
    scope: 'TEST',
    tests: ['Right', 'Wrong'],
    ref: 'main',
    scratch: 'SCHEMA',
  })
  expect(readFileSync(join(terminal.folder, 'a.xml'), 'utf8')).toContain('tests="2" failures="1"')
})

test('an interrupt cancels them on the server', async () => {
  let status = 'RUNNING'
  const read: Answer = (_, response) => {
    terminal.interrupt()
    json(response, 200, { status, tests: [named('Right', status === 'RUNNING' ? 'RUNNING' : 'CANCELLED')] })
  }
  const cancel: Answer = ({ body }, response) => {
    status = JSON.parse(body.toString()).status
    json(response, 200, {})
  }
  const answers = { [`POST ${all}`]: create, [`GET ${one}`]: read, [`PATCH ${one}`]: cancel }
  await using api = await startApi({ ...projects, ...answers })
  using terminal = openIn(api)
  const { code, out } = await terminal.run(...remote, '--pipeline', 'Totals')
  expect([code, status]).toEqual([130, 'CANCELLED'])
  expect(out).toContain('1 test: 0 passed, 0 failed, 1 cancelled')
})

test('what would be ignored is refused, with and without a project', async () => {
  await using api = await startApi({ ...projects, [`POST ${all}`]: create })
  using terminal = openIn(api)
  const listed = await terminal.run(...remote, '--list', '--warehouse', 'POSTGRES')
  expect(listed).toMatchObject({
    code: 2,
    err: expect.stringContaining('--list, --warehouse cannot be used with --project.'),
  })
  expect(api.requests).toEqual([])
  const local = await terminal.run('test', '--pipeline', 'Totals', '-e', 'Development')
  expect(local).toMatchObject({
    code: 2,
    err: expect.stringContaining('--environment, --pipeline cannot be used without --project.'),
  })
})

test.each([
  [
    'tests that did not begin',
    [named('Right', 'CANCELLED')],
    'tests="2" failures="0" errors="1" skipped="1"',
  ],
  ['none chosen', [], 'tests="1" failures="0" errors="1" skipped="0"'],
])('why nothing could be tested is said and reported: %s', async (_, tests, totals) => {
  const none: Answer = (_, response) =>
    json(response, 200, { status: 'FAILED', message: 'The tests have no database: no', tests })
  await using api = await startApi({ ...projects, [`POST ${all}`]: create, [`GET ${one}`]: none })
  using terminal = openIn(api)
  const failed = await terminal.run(...remote, '--junit', 'a.xml')
  expect([failed.code, failed.err]).toEqual([2, expect.stringContaining('The tests have no database: no')])
  const xml = readFileSync(join(terminal.folder, 'a.xml'), 'utf8')
  expect(xml).toContain(totals)
  expect(xml).toContain('<error message="The tests have no database: no">')
})

test('a runner that is lost after some tests fails them all', async () => {
  const tests = [right, named('Slow', 'CANCELLED')]
  const lost: Answer = (_, response) =>
    json(response, 200, { status: 'FAILED', message: 'The runner was lost', tests })
  await using api = await startApi({ ...projects, [`POST ${all}`]: create, [`GET ${one}`]: lost })
  using terminal = openIn(api)
  const { code, out, err } = await terminal.run(...remote)
  expect([code, out, err]).toEqual([
    1,
    expect.stringContaining('2 tests: 1 passed, 0 failed, 1 cancelled'),
    expect.stringContaining('The runner was lost'),
  ])
})

test('what is missing is said', async () => {
  await using api = await startApi(projects)
  using terminal = openIn(api)
  const missing = await terminal.run('test', '--project', 'Demo')
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('--environment')])
})
