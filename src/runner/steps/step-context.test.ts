import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMasking } from '../../lib/masking.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import { createExecutionClock, createRunnerClock } from '../clock.ts'
import { createRunLog } from '../journal/logs.ts'
import { createExecutedRecord } from './executed.ts'
import { environmentSecrets } from './secrets.ts'
import { createStepContext, type StepRun } from './step-context.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-context-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const component = {
  name: 'Tell Chat',
  type: 'webhook-post',
  parameters: {},
  transitions: {},
  sources: [],
  line: 1,
  iterationTarget: undefined,
  postProcessing: undefined,
  skipped: false,
}
const step: StepRun = {
  execution: randomUUID(),
  seq: 4,
  visit: { key: 'Tell Chat', attempt: 1, iteration: undefined, component },
  scope: { variables: { get: () => undefined, names: () => [], columns: () => [] }, sysvars: {} },
  declared: new Map(),
}

function open() {
  const sent: FromRunner[] = []
  const clock = createExecutionClock(createRunnerClock(), [])
  const runLog = createRunLog({
    root: randomUUID(),
    first: 0,
    clock,
    send: (message) => sent.push(message),
  })
  const secrets = environmentSecrets({ HEADRACE_SECRET_CHAT_TOKEN: 'very-hush' })
  const context = {
    scratchRoot: join(folder, 'scratch'),
    masking: createMasking(),
    runLog,
    clock,
    secrets,
    signal: new AbortController().signal,
  }
  const owned = createStepContext(context as never, step, createExecutedRecord(context as never, step))
  const lines = () => {
    runLog.flush()
    return sent.flatMap((message) => (message.kind === 'log' ? message.lines : []))
  }
  return { ...owned, lines }
}

test('a secret is known by its name, and its value reaches no log line from then on', async () => {
  const { stepContext, lines } = open()
  expect(await stepContext.secret('chat-token')).toBe('very-hush')
  expect(await stepContext.secret('other')).toBeUndefined()
  stepContext.log('Sending very-hush')
  expect(lines()).toMatchObject([
    { text: 'Sending ***', component: 'Tell Chat', seq: 4, execution: step.execution },
  ])
})

test('a scratch folder is private, the same for the whole step, and gone after it', async () => {
  const { stepContext, dispose } = open()
  const scratch = await stepContext.scratchFolder()
  expect(await stepContext.scratchFolder()).toBe(scratch)
  expect(statSync(scratch).mode & 0o077).toBe(0)
  writeFileSync(join(scratch, 'file'), 'text')
  await dispose()
  expect(existsSync(scratch)).toBe(false)
  expect(readdirSync(join(folder, 'scratch'))).toEqual([])
})

test('a step that needs no folder makes none', async () => {
  await open().dispose()
  expect(existsSync(join(folder, 'scratch'))).toBe(false)
})
