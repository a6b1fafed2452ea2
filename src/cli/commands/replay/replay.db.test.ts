import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { bash, orchestration, type Piece, start } from '../../../../test/support/pipelines.ts'
import { scripts } from '../../../../test/support/runner-api.ts'
import type { Execution } from '../../../features/executions/schema.ts'
import { silent } from '../../../lib/log.ts'
import type { ReplayEvent } from '../../../pipeline/replay/events.ts'
import { runRunner } from '../../../runner/runner.ts'
import { loginTo, openTerminal, type TestTerminalOptions } from '../../testing/terminal.ts'

/** `headrace replay` of executions that a real runner ran for the real API. */
const api = useApi()
const stop = new AbortController()
let running: Promise<number>
let folder: string
let projectId: string

const update = (name: string, value: string, links: Piece['links'] = {}): Piece => ({
  type: 'update-scalar',
  parameters: { scalarsToUpdate: [[name, value]] },
  links,
})

/** An iterator over two values, a retry whose attempts fail, an `if`, an `and`, and a child. */
const files = {
  'Main.orch.yaml': orchestration(
    {
      Start: start('Loop', 'Side'),
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
      Count: update('count', `\${count + step}`),
      Side: update('api_token', 'hush-hush-hush', { unconditional: ['Both'] }),
      Try: {
        type: 'retry',
        parameters: { numberOfRetries: '1', retryDelay: 'Custom', customDelay: '0' },
        links: { failure: ['Both'], success: ['Never'] },
        more: { iterationTarget: 'Broken' },
      },
      Broken: bash('echo no >&2; exit 3'),
      Never: bash('true'),
      Both: { type: 'and', links: { unconditional: ['Enough?'] } },
      'Enough?': {
        type: 'if',
        parameters: { mode: 'Advanced', condition1: 'count === 5' },
        links: { true: ['Call'], false: ['Never'] },
      },
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'Child', setScalarVariables: [['n', `\${count}`]] },
      },
    },
    {
      count: { type: 'NUMBER', defaultValue: '0' },
      step: { type: 'NUMBER', defaultValue: '1' },
      api_token: { type: 'TEXT', defaultValue: 'first-secret' },
    },
  ),
  'Child.orch.yaml': orchestration(
    {
      Begin: start('Add'),
      Add: update('n', `\${n + 1}`, { success: ['Stop'] }),
      Stop: { type: 'end-failure' },
    },
    { n: { type: 'NUMBER', defaultValue: '1' } },
  ),
  'Long.orch.yaml': orchestration({
    Start: start('Wait'),
    Wait: bash('sleep 60', { success: ['After'] }),
    After: bash('true'),
  }),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-replay-'))
  const made = await aProject(api)
  projectId = made.projectId
  await publish(api, projectId, files)
  const credential = await api.call('GET', `/v1/agents/${made.agentId}/credentials`)
  const { clientId, clientSecret } = credential.body as { clientId: string; clientSecret: string }
  const identity = { apiUrl: api.url, clientId, clientSecret, version: '0.1.0' }
  const settings = {
    ...identity,
    dataDir: folder,
    capacity: 4,
    maxExecutions: 10,
    allowPrivateAddresses: true,
    scripts,
  }
  running = runRunner(settings, silent, stop.signal)
})
afterAll(async () => {
  stop.abort()
  await running
  await rm(folder, { recursive: true, force: true })
})

const read = async (id: string) => (await api.call<Execution>('GET', `/v1/pipeline-executions/${id}`)).body
async function begin(pipelineName: string): Promise<string> {
  const body = { pipelineName, environmentName: 'Development' }
  const answer = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  return String(answer.body['pipelineExecutionId'])
}
const ended = (id: string) =>
  vi.waitUntil(async () => ((await read(id)).finishedAt === undefined ? undefined : read(id)), {
    timeout: 15_000,
    interval: 30,
  })

async function aTerminal(options: TestTerminalOptions = {}) {
  const credential = await api.credential({ accountRole: 'SUPER_ADMIN' })
  return openTerminal({ env: loginTo(api, credential), ...options })
}

test('an execution with an iterator, a retry, a failure and a child replays without divergence', async () => {
  const id = await begin('Main')
  expect((await ended(id)).status).toBe('FAILED')
  using terminal = await aTerminal()
  const { code, out, err } = await terminal.run('replay', id)
  expect(err).toContain('the engine makes the same decisions')
  expect(code).toBe(0)
  expect(out).toContain('Loop worked out 2 iterations')
  expect(out).toContain('count: 2 → 5  (SHARED)')
  expect(out).toContain('failure → Both: fires, it ended FAILED (2 of 2 links)')
  expect(out).toContain('success → Never: does not fire, it ended FAILED')
  expect(out).toContain('true → Call: fires, the condition is true')
  expect(out).toMatch(/the pause before Broken#2|Broken#2 {2}FAILED/)
  expect(out).toMatch(/^ {2}Child {2}/m)
  expect(out).toContain('n: 5 → 6  (SHARED)')
  expect(out).toContain('  Child ended FAILED, as the engine does')
  expect(out).toMatch(/\nMain ended FAILED, as the engine does/)
})

test('secrets are masked in what the server gives, and change no decision', async () => {
  const id = await begin('Main')
  await ended(id)
  using terminal = await aTerminal()
  expect((await terminal.run('replay', id, '--export', 'run.ndjson')).out).toContain('Wrote run.ndjson')
  const file = join(terminal.folder, 'run.ndjson')
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readFileSync(file, 'utf8')).not.toMatch(/hush-hush-hush|first-secret/)
  const { out } = await terminal.run('replay', id, '--all')
  expect(out).toContain('api_token: *** → ***')
})

test('an exported journal is replayed without a server; one that was forged is found', async () => {
  const id = await begin('Main')
  await ended(id)
  using online = await aTerminal()
  await online.run('replay', id, '--export', 'run.ndjson')
  const text = readFileSync(join(online.folder, 'run.ndjson'), 'utf8')

  using offline = openTerminal()
  writeFileSync(join(offline.folder, 'run.ndjson'), text)
  const events = JSON.parse(
    (await offline.run('replay', '--file', 'run.ndjson', '--json')).out,
  ) as ReplayEvent[]
  expect(events.flatMap(({ divergences }) => divergences)).toEqual([])
  const from = await offline.run('replay', '--file', 'run.ndjson', '--from', 'Both', '--until', 'Enough?')
  expect(from.out.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(2)

  const forged = text.replace('"branch":true', '"branch":false')
  expect(forged).not.toBe(text)
  writeFileSync(join(offline.folder, 'forged.ndjson'), forged)
  const found = await offline.run('replay', '--file', 'forged.ndjson')
  expect(found.code).toBe(1)
  expect(found.out).toContain('diverges: "Call" ended, but nothing that happened before had led to it')
  expect(found.out).toContain('diverges: The engine would run "Never", but the journal has no such step')
  expect(found.err).toContain('disagree')
})

test('a rerun from the failed step and a cancelled execution replay without divergence', async () => {
  const old = await begin('Main')
  await ended(old)
  const path = `/v1/projects/${projectId}/pipeline-executions/${old}/reruns`
  const rerun = await api.call('POST', path, { body: { from: 'FAILED_STEP' } })
  const again = String(rerun.body['pipelineExecutionId'])
  await ended(again)
  using terminal = await aTerminal()
  const replayed = await terminal.run('replay', again)
  expect(replayed.out).toContain('(taken over)')
  expect([replayed.code, replayed.out]).toEqual([0, expect.not.stringContaining('diverges')])

  const long = await begin('Long')
  await vi.waitUntil(async () => (await terminal.run('steps', long)).out.includes('Wait'), {
    timeout: 15_000,
  })
  expect((await terminal.run('replay', long)).out).toContain('Wait is running')
  await api.call('PATCH', `/v1/pipeline-executions/${long}`, { body: { status: 'CANCELLED' } })
  await ended(long)
  const cancelled = await terminal.run('replay', long)
  expect([cancelled.code, cancelled.out]).toEqual([0, expect.stringContaining('Wait  CANCELLED')])
})

test('on a terminal each step waits for Enter, and q ends it', async () => {
  const id = await begin('Main')
  await ended(id)
  using terminal = await aTerminal({ interactive: true, answer: 'q' })
  const first = await terminal.run('replay', id)
  expect(first.out).toContain('next: Start (start)')
  expect(first.out).not.toContain('Start  SUCCESS')
})

test('what is no journal is refused with the line that shows it', async () => {
  using terminal = openTerminal()
  writeFileSync(join(terminal.folder, 'other.json'), '{"kind":"journal","format":1}\n{"kind":"step"}\n')
  writeFileSync(join(terminal.folder, 'later.ndjson'), '{"kind":"journal","format":2}\n')
  expect((await terminal.run('replay', '--file', 'other.json')).err).toContain(
    'other.json, line 2: this is not a journal',
  )
  expect((await terminal.run('replay', '--file', 'later.ndjson')).err).toContain('journal of format 2')
  expect((await terminal.run('replay', '--file', 'none.ndjson')).err).toContain(
    'none.ndjson cannot be read: ENOENT',
  )
  expect(await terminal.run('replay')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Pass the id of an execution'),
  })
})
