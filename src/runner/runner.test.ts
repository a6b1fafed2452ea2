import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bash, orchestration, start } from '../../test/support/pipelines.ts'
import { aFreePort } from '../../test/support/proxy.ts'
import {
  clientId,
  clientSecret,
  historyOf,
  type RunnerApi,
  scripts,
  startRunnerApi,
  withId,
} from '../../test/support/runner-api.ts'
import { sideEffects } from '../../test/support/side-effects.ts'
import { silent } from '../lib/log.ts'
import type { Report } from '../protocol/messages.ts'
import { runRunner } from './runner.ts'

let api: RunnerApi
let folder: string
let stopping: AbortController
let exit: Promise<number>

const begin = (own: { actuatorPort?: number } = {}) => {
  stopping = new AbortController()
  const identity = { clientId, clientSecret, version: '1.0.0', allowPrivateAddresses: true, scripts }
  const limits = { capacity: 4, maxExecutions: 10, ...own }
  exit = runRunner({ apiUrl: api.apiUrl, dataDir: folder, ...identity, ...limits }, silent, stopping.signal)
  return api.until('connected', () => api.of('credit').length > 0)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-runner-'))
  api = await startRunnerApi()
  await begin()
})

afterEach(async () => {
  api.committing = true
  api.commit()
  stopping.abort()
  await exit
  await api.close()
  rmSync(folder, { recursive: true })
})

const path = (name: string) => join(folder, name)
const publish = (text: string) => api.publish({ 'main.orch.yaml': text })
const mark = (name: string) => `echo mark >> '${path(name)}'`

const ended = (root: string) =>
  api.until('the execution ends', () =>
    api.journal.find(
      (report) => report.kind === 'execution-finished' && report.execution === root && report.root === root,
    ),
  )
const begun = (name: string, where: readonly unknown[] = api.received) =>
  api.until(`${name} begins`, () =>
    (where as Report[]).find((report) => report.kind === 'step-started' && report.name === name),
  )
/** `name RESULT` of every step in the order of ending. */
const results = (root: string) => {
  const of = api.journal.filter((report) => report.root === root)
  return of.flatMap((report) => {
    if (report.kind !== 'step-finished') return []
    const step = of.find(
      (one) => one.kind === 'step-started' && one.execution === report.execution && one.seq === report.seq,
    )
    return [`${step?.kind === 'step-started' ? step.name : '?'} ${report.outcome.result}`]
  })
}

test('every step is reported as it starts and ends, numbered without gaps, the execution last', async () => {
  const text = orchestration(
    {
      Start: start('Print'),
      Print: {
        type: 'print-variables',
        parameters: { variablesToPrint: [['city']] },
        links: { success: ['Fail'] },
      },
      Fail: bash('exit 3', { failure: ['After'] }),
      After: bash('true'),
    },
    { city: { type: 'TEXT', defaultValue: 'Oslo' } },
  )
  const root = api.run(publish(text), 'main', { scalarVariables: { city: 'Bergen' } })
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  expect(results(root)).toEqual(['Start SUCCESS', 'Print SUCCESS', 'Fail FAILED', 'After SUCCESS'])
  expect(api.journal.map((report) => report.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const seqs = api.journal.flatMap((report) => (report.kind === 'step-started' ? [report.seq] : []))
  expect(seqs).toEqual([0, 1, 2, 3])
  expect(
    api
      .of('log')
      .flatMap(({ lines }) => lines.map((line) => line.text))
      .join('\n'),
  ).toContain('Bergen')
})

test('what reaches outside starts only when all before it is on disk', async () => {
  api.committing = false
  const held = api.run(publish(orchestration({ Start: start('Touch'), Touch: bash(mark('held')) })), 'main')
  await begun('Touch')
  // Whatever had started before would be over when three scripts have run one after another.
  const other = orchestration({
    Start: start('One'),
    One: bash('true', { success: ['Two'] }),
    Two: bash('true', { success: ['Three'] }),
    Three: bash(mark('other')),
  })
  const free = api.run(publish(other), 'main')
  await api.until('the other script ran', () => {
    api.commit(free)
    return existsSync(path('other')) && api.journal.some((report) => report.kind === 'execution-finished')
  })
  expect(existsSync(path('held'))).toBe(false)
  api.committing = true
  api.commit()
  expect(await ended(held)).toMatchObject({ status: 'SUCCESS' })
  expect(existsSync(path('held'))).toBe(true)
})

test('a query that only reads does not wait for that, and one that may change something does', async () => {
  api.committing = false
  const query = (sql: string, next: string[] = []) => ({
    type: 'query-to-scalar',
    parameters: { mode: 'Advanced', query: sql, scalarVariableMapping: [['n', 'n']] },
    links: { success: next },
  })
  const pieces = {
    Start: start('Read'),
    Read: query('select ${n} + 1 as n', ['Call']),
    Call: query('select pi() as n'),
  }
  const published = publish(orchestration(pieces, { n: { type: 'NUMBER', defaultValue: '0' } }))
  const [held, free] = [api.run(published, 'main'), api.run(published, 'main')]
  const found = (root: string, message: string) =>
    api.received.some((one) => 'root' in one && one.root === root && JSON.stringify(one).includes(message))
  await api.until('the other one ran', () => {
    api.commit(free)
    return found(free, 'n = 3')
  })
  await api.until('the first query is over', () => found(held, 'n = 1'))
  expect(found(held, 'n = 3')).toBe(false)
})

test('after a broken connection the session resumes and no report is lost or doubled', async () => {
  api.committing = false
  const text = orchestration({ Start: start('Touch'), Touch: bash(mark('once')) })
  const root = api.run(publish(text), 'main')
  await begun('Touch')
  const before = api.received.length
  api.breakConnection()
  await api.until('the runner is back', () => api.of('hello').length === 2)
  expect(api.of('hello')[1]).toMatchObject({ session: expect.any(String), received: 1, held: [root] })
  await api.until('the reports came again', () => begunAfter(before))
  api.committing = true
  api.commit()
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  expect(api.journal.map((report) => report.n)).toEqual([1, 2, 3, 4, 5])
  expect(readFileSync(path('once'), 'utf8')).toBe('mark\n')
  expect(api.tokensGiven).toBe(1)
})

const begunAfter = (index: number) =>
  api.received.slice(index).some((message) => message.kind === 'step-started' && message.name === 'Touch')

test('a refused token is replaced by one new one', async () => {
  api.refusals = 1
  api.breakConnection()
  await api.until('the runner is back', () => api.of('hello').length === 2)
  expect(api.tokensGiven).toBe(2)
})

test('cancel ends what runs, starts nothing more and is reported', async () => {
  const text = orchestration({
    Start: start('Sleep'),
    Sleep: bash(`${mark('sleeping')}; sleep 60; ${mark('slept')}`, { unconditional: ['After'] }),
    After: bash(mark('after')),
  })
  const root = api.run(publish(text), 'main')
  await begun('Sleep', api.journal)
  await expect.poll(() => existsSync(path('sleeping'))).toBe(true)
  api.send({ kind: 'cancel', root })
  expect(await ended(root)).toMatchObject({ status: 'CANCELLED' })
  expect(results(root)).toEqual(['Start SUCCESS', 'Sleep CANCELLED'])
  expect(existsSync(path('after'))).toBe(false)
})

test('what is dropped stops without a further word, and its place is free again', async () => {
  const root = api.run(publish(orchestration({ Start: start('Sleep'), Sleep: bash('sleep 60') })), 'main')
  await begun('Sleep', api.journal)
  const reports = api.journal.length
  api.send({ kind: 'dropped', root, reason: 'A test' })
  await api.until('a place is free', () => api.of('credit').some(({ total }) => total === 11))
  const next = api.run(publish(orchestration({ Start: start() })), 'main')
  await ended(next)
  expect(api.journal.slice(reports).every((report) => report.root === next)).toBe(true)
})

test('a runner whose session is gone drops its work and begins a new session', async () => {
  const text = orchestration({ Start: start('Sleep'), Sleep: bash(`sleep 60; ${mark('slept')}`) })
  const root = api.run(publish(text), 'main')
  await begun('Sleep', api.journal)
  api.forgetSession()
  api.breakConnection()
  await api.until(
    'credit of the new session',
    () => api.of('hello').length === 2 && api.of('credit').at(-1)?.total === 10,
  )
  const next = api.run(publish(orchestration({ Start: start() })), 'main')
  expect(await ended(next)).toMatchObject({ status: 'SUCCESS' })
  expect(api.of('execution-finished').filter((report) => report.root === root)).toEqual([])
})

test('a runner that stops says so, finishes what is in flight and exits 0', async () => {
  const text = orchestration({
    Start: start('Wait'),
    Wait: bash(`until [ -e '${path('go')}' ]; do sleep 0.02; done`, { success: ['Then'] }),
    Then: bash(mark('then')),
  })
  const root = api.run(publish(text), 'main')
  await begun('Wait', api.journal)
  stopping.abort()
  await api.until('draining', () => api.of('draining').length === 1)
  const other = api.run(publish(orchestration({ Start: start('Go'), Go: bash(mark('go')) })), 'main')
  await ended(other)
  expect(await exit).toBe(0)
  expect(api.journal.at(-1)).toMatchObject({ kind: 'execution-finished', root, status: 'SUCCESS' })
  expect(existsSync(path('then'))).toBe(true)
})

test('what it does is served to those who operate it', async () => {
  stopping.abort()
  await exit
  api.received.splice(0)
  const actuatorPort = await aFreePort()
  await begin({ actuatorPort })
  const info = async () => (await fetch(`http://127.0.0.1:${actuatorPort}/actuator/info`)).json()
  const idle = { activeTaskCount: 0, activeRequestCount: 0, openSessionsCount: 1 }
  expect(await info()).toEqual({ agentStatus: 'RUNNING', ...idle })
  const text = orchestration({
    Start: start('Wait'),
    Wait: bash(`until [ -e '${path('go')}' ]; do sleep 0.05; done`),
  })
  const root = api.run(publish(text), 'main')
  await begun('Wait')
  expect(await info()).toMatchObject({ activeTaskCount: 1, activeRequestCount: 1 })
  writeFileSync(path('go'), '')
  await ended(root)
})

test('stop drains and exits with the code the API asks for', async () => {
  api.send({ kind: 'stop', reason: 'A newer version', exitCode: 75 })
  expect(await exit).toBe(75)
})

const marks = (name: string) => readFileSync(path(name), 'utf8').split('\n').length - 1

test('another session continues a journal: what finished is not run again, what was in flight is', async () => {
  const call = { type: 'run-orchestration', parameters: { orchestrationJob: 'child' } }
  const artifact = api.publish({
    'main.orch.yaml': orchestration({
      Start: start('First'),
      First: bash(mark('first'), { success: ['Call'] }),
      Call: { ...call, links: { success: ['Last'] } },
      Last: bash(mark('last')),
    }),
    'child.orch.yaml': orchestration({ Begin: start('Inner'), Inner: bash(mark('inner')) }),
  })
  const root = api.run(artifact, 'main')
  await ended(root)
  const whole = api.journal.splice(0)
  const cut = whole.findIndex((report) => report.kind === 'step-started' && report.name === 'Inner') + 1
  const next = randomUUID()
  const history = historyOf(withId(next, root, whole.slice(0, cut)))

  api.send({ kind: 'history', root: next, part: 0, steps: history.slice(0, 1) })
  api.send({ kind: 'history', root: next, part: 1, steps: history.slice(1, 3) })
  api.run(artifact, 'main', { execution: next, nextN: cut + 1, history: history.slice(3) })
  expect(await ended(next)).toMatchObject({ status: 'SUCCESS' })
  const shape = (report: Report) => ({ ...report, at: '' })
  expect(withId(root, next, api.journal).map(shape)).toEqual(whole.slice(cut).map(shape))
  expect({ first: marks('first'), inner: marks('inner'), last: marks('last') }).toEqual({
    first: 1,
    inner: 2,
    last: 2,
  })
})

test('values reach a child, and its failure fails the step with its message', async () => {
  const parameters = { orchestrationJob: 'child.orch.yaml', setScalarVariables: [['city', '${town}']] }
  const town = { town: { type: 'TEXT' as const, defaultValue: 'Oslo' } }
  const child = { Begin: start('Inner'), Inner: bash('echo "in $city"; exit 1') }
  const artifact = api.publish({
    'main.orch.yaml': orchestration(
      { Start: start('Call'), Call: { type: 'run-orchestration', parameters } },
      town,
    ),
    'child.orch.yaml': orchestration(child, { city: { type: 'TEXT', defaultValue: 'nowhere' } }),
  })
  const root = api.run(artifact, 'main')
  expect(await ended(root)).toMatchObject({ status: 'FAILED', message: expect.stringContaining('Inner') })
  expect(results(root)).toEqual(['Start SUCCESS', 'Begin SUCCESS', 'Inner FAILED', 'Call FAILED'])
  expect(JSON.stringify(api.of('log'))).toContain('in Oslo')
})

test('an execution that cannot begin fails and says all that is wrong', async () => {
  const missing = api.run(publish(orchestration({ Start: start() })), 'elsewhere')
  expect(await ended(missing)).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining('"elsewhere"'),
  })
  const unknown = api.run(publish(orchestration({ Start: start() })), 'main', {
    scalarVariables: { a: '1', b: '2' },
  })
  const report = await ended(unknown)
  expect(report).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/a.*b/s) })
})

test('an unknown component fails only its step, by name', async () => {
  const text = orchestration({
    Start: start('Odd'),
    Odd: { type: 'no-such-thing', links: { failure: ['Print'] } },
    Print: bash('true'),
  })
  const root = api.run(publish(text), 'main')
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  expect(results(root)).toEqual(['Start SUCCESS', 'Odd FAILED', 'Print SUCCESS'])
  expect(JSON.stringify(api.journal)).toContain('no-such-thing')
})

test("SQL runs in the environment's own DuckDB file, and what it finds carries on", async () => {
  const query = {
    mode: 'Advanced',
    query: 'select sum(x) as total from numbers',
    scalarVariableMapping: [['sum', 'total']],
  }
  const note = { updateOutputMessage: 'counted ${sum} in ${sysvar.environment.name}' }
  const text = orchestration(
    {
      Start: start('Load'),
      Load: {
        type: 'sql-executor',
        parameters: { sqlScript: 'create table numbers as select * from range(1, 101) t(x)' },
        links: { success: ['Sum'] },
      },
      Sum: {
        type: 'query-to-scalar',
        parameters: query,
        links: { success: ['Right?'] },
        more: { postProcessing: note },
      },
      'Right?': {
        type: 'if',
        parameters: { mode: 'Advanced', condition1: 'sum === 5050' },
        links: { true: ['Yes'] },
      },
      Yes: { type: 'end-success' },
    },
    { sum: { type: 'NUMBER', defaultValue: '0' } },
  )
  const project = '00000000-0000-4000-8000-000000000001'
  const root = api.run(publish(text), 'main', { project, environment: 'dev' })
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  expect(results(root).at(-1)).toBe('Yes SUCCESS')
  expect(JSON.stringify(api.journal)).toContain('counted 5050 in dev')
  expect(existsSync(path(`warehouse/${project}/dev.duckdb`))).toBe(true)
})

test('F14: attempts of a retry share the Idempotency-Key of a webhook that was done and answered too late', {
  timeout: 30_000,
}, async () => {
  const world = await sideEffects()
  try {
    world.hold('done')
    const text = orchestration({
      Start: start('Again'),
      Again: {
        type: 'retry',
        parameters: { numberOfRetries: '9', retryDelay: 'Retry immediately' },
        more: { iterationTarget: 'Tell' },
      },
      Tell: { type: 'webhook-post', parameters: { url: `${world.url}/done`, payload: '{}', timeout: '1' } },
    })
    const root = api.run(publish(text), 'main')
    await expect.poll(() => [...world.calls('done').values()][0], { timeout: 10_000 }).toBe(2)
    world.release('done')
    expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
    expect(world.calls('done').size).toBe(1)
  } finally {
    await world.close()
  }
})
