import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bash, orchestration, start } from '../../../test/support/pipelines.ts'
import {
  clientId,
  clientSecret,
  historyOf,
  type RunnerApi,
  scripts,
  startRunnerApi,
  withId,
} from '../../../test/support/runner-api.ts'
import { silent } from '../../lib/log.ts'
import type { Report } from '../../protocol/messages.ts'
import { runRunner } from '../runner.ts'

let api: RunnerApi
let folder: string
const stopping = { abort: () => {} }
let exit: Promise<number>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-resume-'))
  api = await startRunnerApi()
  const abort = new AbortController()
  stopping.abort = () => abort.abort()
  const identity = { clientId, clientSecret, version: '1.0.0', allowPrivateAddresses: true, scripts }
  const settings = { apiUrl: api.apiUrl, dataDir: folder, capacity: 4, maxExecutions: 500, ...identity }
  exit = runRunner(settings, silent, abort.signal)
  await api.until('connected', () => api.of('credit').length > 0)
})

afterEach(async () => {
  stopping.abort()
  await exit
  await api.close()
  rmSync(folder, { recursive: true })
})

const end = (root: string) =>
  api.until('the execution ends', () =>
    api.journal.find((report) => report.kind === 'execution-finished' && report.execution === root),
  )

const add = (name: string, links = {}) => ({
  type: 'update-scalar',
  parameters: { scalarsToUpdate: [[name, `\${${name} + 1}`]] },
  links,
})

/** Every kind of action a flow has: run, expand, conclude, retry, a child, an `if`, an `and`. */
const main = orchestration(
  {
    Start: start('Loop'),
    Loop: {
      type: 'fixed-iterator',
      parameters: {
        concurrency: 'Sequential',
        variablesToIterate: ['step'],
        iterationValues: [['2'], ['3']],
      },
      links: { success: ['Try'] },
      more: { iterationTarget: 'Count' },
    },
    Count: add('count'),
    Try: {
      type: 'retry',
      parameters: { numberOfRetries: '2', retryDelay: 'Retry immediately' },
      links: { failure: ['Enough?'] },
      more: { iterationTarget: 'Never' },
    },
    Never: { type: 'no-such-thing' },
    'Enough?': {
      type: 'if',
      parameters: { mode: 'Advanced', condition1: 'count === 2' },
      links: { true: ['Call'] },
    },
    Call: {
      type: 'run-orchestration',
      parameters: { orchestrationJob: 'child' },
      links: { success: ['Skip'] },
    },
    Skip: { ...add('count', { success: ['End'] }), more: { skipped: true } },
    End: { type: 'end-success' },
  },
  { count: { type: 'NUMBER', defaultValue: '0' }, step: { type: 'NUMBER', defaultValue: '1' } },
)
const child = orchestration(
  { Begin: start('Add'), Add: add('n') },
  { n: { type: 'NUMBER', defaultValue: '5' } },
)

test('wherever a journal breaks off, another session ends it the same way', async () => {
  const artifact = api.publish({ 'main.orch.yaml': main, 'child.orch.yaml': child })
  const root = api.run(artifact, 'main')
  expect(await end(root)).toMatchObject({ status: 'SUCCESS' })
  const whole = api.journal.splice(0)
  expect(whole.length).toBeGreaterThan(30)

  for (let cut = 0; cut < whole.length; cut++) {
    const next = randomUUID()
    const history = historyOf(withId(next, root, whole.slice(0, cut)))
    api.run(artifact, 'main', { execution: next, nextN: cut + 1, history })
    await end(next)
    const rest = withId(root, next, api.journal.splice(0))
    const known = whole.slice(0, cut)
    expect(shapes(rest, known), `cut at ${cut}`).toEqual(shapes(whole.slice(cut), known))
  }
})

test('a resumed call goes on with the values and in the pipeline that it began with', async () => {
  const random = '${Math.random()}'
  const caller = orchestration(
    {
      Start: start('Call'),
      Call: {
        type: 'run-orchestration',
        parameters: {
          orchestrationJob: '${["called", "other"][calls]}',
          setScalarVariables: [['given', random]],
          setGridVariables: [{ name: 'rows', status: 'values', values: [[random]] }],
        },
      },
    },
    { calls: { type: 'NUMBER', defaultValue: '0' } },
  )
  const says = (links = {}) => ({
    type: 'print-variables',
    parameters: { variablesToPrint: [['given']], includeVariableName: 'No' },
    links,
    more: { postProcessing: { updateOutputMessage: '${rows.c[0]}' } },
  })
  const called = orchestration(
    { Begin: start('First'), First: says({ success: ['Second'] }), Second: says() },
    {
      given: { type: 'TEXT', defaultValue: '' },
      rows: { type: 'GRID', columns: { c: { columnType: 'TEXT' } }, defaultValue: [] },
    },
  )
  const files = { 'caller.orch.yaml': caller, 'called.orch.yaml': called }
  const artifact = api.publish({ ...files, 'other.orch.yaml': orchestration({ Begin: start() }) })
  const first = api.run(artifact, 'caller')
  await end(first)
  const whole = api.journal.splice(0)
  const cut = 1 + whole.findIndex((report) => report.kind === 'step-started' && report.name === 'Second')
  const next = randomUUID()
  const history = historyOf(withId(next, first, whole.slice(0, cut)))
  api.run(artifact, 'caller', { execution: next, nextN: cut + 1, history, scalarVariables: { calls: 1 } })
  expect(await end(next)).toMatchObject({ status: 'SUCCESS' })
  const messages = [...whole, ...api.journal].flatMap((report) =>
    report.kind === 'step-finished' && report.outcome.message ? [report.outcome.message] : [],
  )
  expect(messages).toHaveLength(3)
  expect(new Set(messages).size).toBe(1)
})

/**
 * Resumes two calls that failed part way, both open as in the journal of a rerun; their pipeline now has this
 * script, or is gone. `artifact`: in place of the one that has it.
 */
async function openCalls(script: string | undefined, artifact?: string) {
  const loop = {
    type: 'fixed-iterator',
    parameters: { concurrency: 'Sequential', variablesToIterate: ['n'], iterationValues: [['1'], ['2']] },
    more: { iterationTarget: 'Call' },
  }
  const call = { type: 'run-orchestration', parameters: { orchestrationJob: 'called' } }
  const caller = orchestration(
    { Start: start('Loop'), Loop: loop, Call: call },
    { n: { type: 'NUMBER', defaultValue: '0' } },
  )
  const publish = (text: string | undefined) => {
    const called = text === undefined ? {} : { 'called.orch.yaml': calling(text) }
    return api.publish({ 'caller.orch.yaml': caller, ...called })
  }
  const calling = (text: string) => orchestration({ Begin: start('Work'), Work: bash(text) })
  const first = api.run(publish('exit 1'), 'caller')
  await end(first)
  const whole = api.journal.splice(0)
  const root = randomUUID()
  const kept = whole.filter((one) => one.kind !== 'step-finished' || one.outcome.result === 'SUCCESS')
  const history = historyOf(withId(root, first, kept))
  api.run(artifact ?? publish(script), 'caller', { execution: root, nextN: whole.length + 1, history })
  return root
}

/** How the executions below ended, and how many steps as CANCELLED. */
function cancelled(root: string) {
  const children = api.journal.flatMap((one) =>
    one.kind === 'execution-finished' && one.execution !== root ? [one.status] : [],
  )
  const steps = api.journal.filter(
    (one) => one.kind === 'step-finished' && one.outcome.result === 'CANCELLED',
  )
  return { children, steps: steps.length }
}

test('a resumed execution that is cancelled ends the calls, too, that it did not get to', async () => {
  const root = await openCalls('echo here; sleep 60')
  await api.until('the first call goes on', () =>
    api.of('log').some(({ lines }) => lines.some(({ text }) => text === 'here')),
  )
  api.send({ kind: 'cancel', root })
  expect(await end(root)).toMatchObject({ status: 'CANCELLED' })
  expect(cancelled(root)).toEqual({ children: ['CANCELLED', 'CANCELLED'], steps: 5 })
  expect(api.journal.at(-1)).toMatchObject({ kind: 'execution-finished', execution: root })
})

test('so does one that is cancelled or refused before its artifact is there', async () => {
  const artifact = randomUUID()
  const wanted = () => api.of('artifact-wanted').some((one) => one.artifact === artifact)
  const first = await openCalls(undefined, artifact)
  await api.until('the artifact is wanted', wanted)
  api.send({ kind: 'cancel', root: first })
  expect(await end(first)).toMatchObject({ status: 'CANCELLED' })
  expect(cancelled(first)).toEqual({ children: ['CANCELLED', 'CANCELLED'], steps: 5 })
  api.journal.splice(0)
  const second = await openCalls(undefined, artifact)
  api.send({ kind: 'artifact-refused', artifact, reason: 'gone' })
  api.send({ kind: 'artifact-refused', artifact, reason: 'gone' })
  expect(await end(second)).toMatchObject({ status: 'FAILED' })
  expect(cancelled(second)).toEqual({ children: ['CANCELLED', 'CANCELLED'], steps: 5 })
})

test('calls that cannot go on end what they had open', async () => {
  const root = await openCalls(undefined)
  expect(await end(root)).toMatchObject({ status: 'FAILED' })
  expect(cancelled(root)).toEqual({ children: ['CANCELLED', 'CANCELLED'], steps: 2 })
})

/**
 * Reports without times and numbers (the server checks those); a child that began after the cut has a new id.
 * The end of a child is left out: a journal does not contain it, so it is reported again and changes nothing.
 */
function shapes(reports: readonly Report[], known: readonly Report[]) {
  const children = new Set<string>()
  for (const report of [...known, ...reports]) {
    if (report.kind === 'step-started' && report.child) children.add(report.child.execution)
  }
  return reports
    .filter((report) => report.kind !== 'execution-finished' || !children.has(report.execution))
    .map((report) => JSON.stringify({ ...report, at: '', n: 0 }))
    .map((text) => [...children].reduce((now, id) => now.replaceAll(id, 'child'), text))
}

test('a resumed execution whose log is full writes no more of it', async () => {
  const print = orchestration({ Start: start('Print'), Print: bash('echo here') })
  const artifact = api.publish({ 'print.orch.yaml': print })
  for (const logBytes of [0, 64 * 1024 * 1024]) {
    const root = randomUUID()
    api.run(artifact, 'print', { execution: root, logBytes })
    expect(await end(root)).toMatchObject({ status: 'SUCCESS' })
    expect(api.of('log').some((one) => one.root === root)).toBe(logBytes === 0)
  }
})
