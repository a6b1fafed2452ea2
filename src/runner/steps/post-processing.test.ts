import { afterAll, beforeAll, expect, test } from 'vitest'
import { bash, orchestration, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'

let runner: PipelineRunner
beforeAll(async () => {
  runner = await startPipelineRunner()
})
afterAll(() => runner[Symbol.asyncDispose]())

/** Runs a pipeline to its end: how it ended, and the message of every step by its name. */
async function run(text: string) {
  const { status, said } = await runner.run({ 'main.orch.yaml': text }, 'main')
  const messages = said.map((one) => [one.slice(0, one.indexOf(':')), one.slice(one.indexOf(':') + 2)])
  return { status, messages: Object.fromEntries(messages) as Record<string, string> }
}

const after = (message: string, rows: string[][] = []) => ({
  postProcessing: { updateScalarVariables: rows, updateOutputMessage: message },
})
const template = '${sysvar.thisComponent.name} ${sysvar.thisComponent.status}'
const shown = { type: 'print-variables', parameters: { variablesToPrint: [['seen']] } }
const seen = { seen: { type: 'TEXT', defaultValue: 'nothing' } } as const
const note = [['seen', '${sysvar.thisComponent.name} ${sysvar.thisComponent.status}']]

test('what an iterator and a retry ask for in post-processing happens once, when they end', async () => {
  const loop = { variableToIterate: 'n', startingValue: '1', incrementValue: '1', endValue: '3' }
  const text = orchestration(
    {
      Start: start('Loop'),
      Loop: {
        type: 'loop-iterator',
        parameters: loop,
        links: { success: ['Retry'] },
        more: { iterationTarget: 'Work', ...after(template) },
      },
      Work: bash('true'),
      Retry: {
        type: 'retry',
        parameters: { numberOfRetries: '1' },
        links: { failure: ['Show'] },
        more: { iterationTarget: 'Fail', ...after(template, note) },
      },
      Fail: bash('exit 1'),
      Show: shown,
    },
    { ...seen, n: { type: 'NUMBER', defaultValue: '0' } },
  )
  const { status, messages } = await run(text)
  expect(status).toBe('SUCCESS')
  expect(messages['Loop']).toBe('3 iterations succeeded\nLoop SUCCESS')
  expect(messages['Retry']).toMatch(/after 2 attempts\)\nRetry FAILED$/)
  expect(messages['Show']).toContain('Retry FAILED')
})

test('the variables of a called pipeline, ids and times can be read after the call', async () => {
  const child = orchestration(
    {
      Start: start('Set'),
      Set: { type: 'update-scalar', parameters: { scalarsToUpdate: [['city', 'Bergen']] } },
    },
    { city: { type: 'TEXT', defaultValue: 'Oslo' } },
  )
  const vars = '${sysvar.childPipeline.vars.city} ${sysvar.thisComponent.mainTaskDurationMs >= 0}'
  const ids = '${sysvar.thisPipeline.executionId === sysvar.rootPipeline.executionId}'
  const main = orchestration({
    Start: start('Call'),
    Call: {
      type: 'run-orchestration',
      parameters: { orchestrationJob: 'child' },
      more: after(`${vars} ${ids}`),
    },
  })
  const { status, said } = await runner.run({ 'main.orch.yaml': main, 'child.orch.yaml': child }, 'main')
  expect([status, said]).toEqual(['SUCCESS', expect.arrayContaining(['Call: Bergen true true'])])
})

test('of a called pipeline neither private variables nor those of the project can be read', async () => {
  const child = orchestration(
    { Start: start('End'), End: { type: 'end-success' } },
    { key: { type: 'TEXT', visibility: 'PRIVATE', defaultValue: 'k' } },
  )
  const calling = (name: string) =>
    orchestration(
      {
        Start: start('Call'),
        Call: {
          type: 'run-orchestration',
          parameters: { orchestrationJob: 'child' },
          more: after('', [['seen', `\${sysvar.childPipeline.vars.${name}}`]]),
        },
      },
      seen,
    )
  const region = { name: 'region', type: 'TEXT', scope: 'COPIED', columns: [], value: 'r' } as const
  const message = { projectVariables: [{ ...region, columns: [] }] }
  for (const name of ['key', 'region']) {
    const files = { 'main.orch.yaml': calling(name), 'child.orch.yaml': child }
    const { message: why } = await runner.run(files, 'main', message)
    expect(why).toContain(`"sysvar.childPipeline.vars.${name}" is not defined`)
  }
})

test('an iterator without values and a call that cannot be made are processed too', async () => {
  const text = orchestration(
    {
      Start: start('Loop'),
      Loop: {
        type: 'loop-iterator',
        parameters: { variableToIterate: 'n', startingValue: 'x' },
        links: { failure: ['Call'] },
        more: { iterationTarget: 'Work', ...after(template) },
      },
      Work: bash('true'),
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'nowhere' },
        links: { failure: ['Show'] },
        more: after(template, note),
      },
      Show: shown,
    },
    { ...seen, n: { type: 'NUMBER', defaultValue: '0' } },
  )
  const { status, messages } = await run(text)
  expect(status).toBe('SUCCESS')
  expect(messages['Loop']).toMatch(/\nLoop FAILED$/)
  expect(messages['Call']).toMatch(/no pipeline "nowhere"\nCall FAILED$/)
  expect(messages['Show']).toContain('Call FAILED')
})

test('a grid is updated in post-processing and iterated over afterwards', async () => {
  const grid = { metadata: { type: 'GRID', columns: { name: {}, size: {} } }, defaultValue: [['a', '1']] }
  const mapping = { gridVariable: 'names', gridIteratorVariableMapping: [['name', 'seen']] }
  const text = JSON.parse(
    orchestration(
      {
        Start: start('First'),
        First: {
          ...bash('true', { success: ['Each'] }),
          more: {
            postProcessing: {
              updateGridVariables: [
                {
                  variable: 'names',
                  status: 'grid',
                  gridValues: { fromGrid: { variable: 'files', columns: ['name'] } },
                },
              ],
            },
          },
        },
        Each: { type: 'grid-iterator', parameters: mapping, more: { iterationTarget: 'Show' } },
        Show: shown,
      },
      seen,
    ),
  )
  text.pipeline.variables.files = grid
  text.pipeline.variables.names = { metadata: { type: 'GRID', columns: { name: {} } }, defaultValue: [] }
  const { status, messages } = await run(JSON.stringify(text))
  expect(status).toBe('SUCCESS')
  expect(messages['Show']).toContain('a')
  expect(messages['Each']).toBe('1 iteration succeeded')
})

test('the most rounds of an iterator are a setting of the runner', async () => {
  await using small = await startPipelineRunner({ maxIterations: 2 })
  const rounds = (endValue: string) => ({
    Start: start('Loop'),
    Loop: {
      type: 'loop-iterator',
      parameters: { variableToIterate: 'n', startingValue: '1', incrementValue: '1', endValue },
      more: { iterationTarget: 'Work' },
    },
    Work: bash('true'),
  })
  const looped = (endValue: string) =>
    small.run(
      { 'main.orch.yaml': orchestration(rounds(endValue), { n: { type: 'NUMBER', defaultValue: '0' } }) },
      'main',
    )
  expect((await looped('2')).status).toBe('SUCCESS')
  expect((await looped('3')).message).toContain('3 iterations are more than the 2 allowed')
})

test('a component of another platform fails where it is reached, with what to use instead, and nowhere else', async () => {
  const text = (condition: string) =>
    orchestration({
      Start: start('Which'),
      Which: {
        type: 'if',
        parameters: { mode: 'Advanced', condition1: condition },
        links: { true: ['Push'], false: ['Tell'] },
      },
      Push: { type: 'python-pushdown', parameters: { pythonScript: 'print(1)', scriptTimeout: '360' } },
      Tell: { type: 'print-variables', parameters: { variablesToPrint: [] } },
    })
  expect((await runner.run({ 'main.orch.yaml': text('1 > 2') }, 'main')).status).toBe('SUCCESS')
  const reached = await runner.run({ 'main.orch.yaml': text('2 > 1') }, 'main')
  expect(reached.status).toBe('FAILED')
  expect(reached.message).toContain('It runs inside Snowflake. "python-script" runs Python on the runner')
})

test('the duration of a retry is that of all its attempts', async () => {
  const text = orchestration({
    Start: start('Retry'),
    Retry: {
      type: 'retry',
      parameters: { numberOfRetries: '1', retryDelay: 'Retry immediately' },
      more: { iterationTarget: 'Fail', ...after('took ${sysvar.thisComponent.duration >= 0.4}') },
    },
    Fail: bash('sleep 0.2; exit 1'),
  })
  expect((await run(text)).messages['Retry']).toContain('took true')
})

const rows = (count: number) => Array.from({ length: count }, () => ['x'.repeat(100)])
const grid = { type: 'GRID', columns: { c: { columnType: 'TEXT' } }, defaultValue: [] } as const

test('post-processing that makes more of variables than a report can carry fails its step', async () => {
  const copies = ['a', 'b', 'c'].map((variable) => [variable, 'all'])
  const text = orchestration(
    {
      Start: start('Copy'),
      Copy: { ...bash('true'), more: { postProcessing: { updateGridVariables: copies } } },
    },
    { all: grid, a: grid, b: grid, c: grid },
  )
  const given = { gridVariables: { all: rows(15_000) } }
  const { status, message } = await runner.run({ 'main.orch.yaml': text }, 'main', given)
  expect(status).toBe('FAILED')
  expect(message).toMatch(/The values have \d+ characters; at most 4000000 fit into variables/)
})

test('a call that passes more than a report can carry fails its step', async () => {
  const pass = (name: string) => ({
    name,
    status: 'grid',
    grid: { fromGrid: { variable: 'all', columns: ['c'] } },
  })
  const main = orchestration(
    {
      Start: start('Call'),
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'child', setGridVariables: [pass('a'), pass('b')] },
      },
    },
    { all: grid },
  )
  const child = orchestration({ Start: start() }, { a: grid, b: grid })
  const files = { 'main.orch.yaml': main, 'child.orch.yaml': child }
  const { status, message } = await runner.run(files, 'main', { gridVariables: { all: rows(80_000) } })
  expect(status).toBe('FAILED')
  expect(message).toMatch(
    /The values for "child" are [\d.]+ MiB; at most 15\.0 MiB can be passed to a pipeline/,
  )
})
