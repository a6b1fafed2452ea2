import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'
import { createMasking } from '../../lib/masking.ts'
import { createExecutedRecord } from './executed.ts'

let runner: PipelineRunner
beforeAll(async () => {
  vi.stubEnv('HEADRACE_SECRET_SHOP_TOKEN', '1234')
  runner = await startPipelineRunner()
})
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
  vi.unstubAllEnvs()
})

const text = (defaultValue: string) => ({ type: 'TEXT' as const, defaultValue })

async function executed(piece: Piece, variables: Parameters<typeof orchestration>[1] = {}) {
  const file = orchestration({ Start: start('Work'), Work: piece }, variables)
  const ran = await runner.run({ 'main.orch.yaml': file }, 'main')
  return { ...ran, work: ran.executed.get('Work'), start: ran.executed.get('Start') }
}

const sqlScript = (sqlScript: string): Piece => ({ type: 'sql-executor', parameters: { sqlScript } })

test('a step says the statements that the database got, and the parameters that differ from the file', async () => {
  const { work, start: begun } = await executed(
    {
      type: 'query-to-scalar',
      parameters: {
        mode: 'Advanced',
        query: 'select ${n} + 1 as N',
        scalarVariableMapping: [['n', 'N']],
      },
    },
    { n: { type: 'NUMBER', defaultValue: '41' } },
  )
  expect(work).toEqual({
    parameters: [{ name: 'query', value: 'select 41 + 1 as N' }],
    statements: [{ text: 'select 41 + 1 as N' }],
  })
  expect(begun).toBeUndefined()
})

test('a verbatim parameter that the component resolves is there as it was executed', async () => {
  const { work } = await executed(sqlScript("select '${shop}'"), { shop: text('Rome') })
  expect(work).toEqual({
    parameters: [{ name: 'sqlScript', value: "select 'Rome'" }],
    statements: [{ text: "select 'Rome'" }],
  })
})

test('a statement that the database refuses is there too', async () => {
  const { status, work } = await executed(sqlScript('select * from missing_${shop}'), { shop: text('rome') })
  expect([status, work?.statements]).toEqual(['FAILED', [{ text: 'select * from missing_rome' }]])
})

test('values of variables that are named like a secret, and secrets that were looked up, are masked', async () => {
  const { work } = await executed(sqlScript("select '${api_token}', '${other}'"), {
    api_token: text('hush-hush'),
    other: text('seen'),
  })
  expect(work?.statements).toEqual([{ text: "select '***', 'seen'" }])
  const script: Piece = {
    type: 'bash-script',
    parameters: { script: 'exit 0', timeout: '${limit}', secretVariables: [['TOKEN', 'shop-token']] },
  }
  const looked = await executed(script, { limit: text('1234') })
  expect([looked.status, looked.work]).toEqual([
    'SUCCESS',
    { parameters: [{ name: 'timeout', value: '***' }] },
  ])
})

test('what is long is cut, with its length; no part of a secret stays at the cut', async () => {
  const secret = 'a-long-secret-of-some-characters'
  const filler = 'x'.repeat(63_990)
  const { work } = await executed(sqlScript("select '${filler}${password}' as a"), {
    filler: text(filler),
    password: text(secret),
  })
  const [statement] = work!.statements!
  expect(statement!.text).toHaveLength(64_000)
  expect(statement!.text).not.toContain('a-long')
  expect(statement!.characters).toBe(`select '${filler}${secret}' as a`.length)
})

test('an iterator and a call say their parameters', async () => {
  const main = orchestration(
    {
      Start: start('Loop'),
      Loop: {
        type: 'loop-iterator',
        parameters: { variableToIterate: 'i', startingValue: '1', incrementValue: '1', endValue: '${last}' },
        more: { iterationTarget: 'Call' },
      },
      Call: {
        type: 'run-orchestration',
        parameters: { orchestrationJob: 'child', setScalarVariables: [['password', '${i}-${secretText}']] },
      },
    },
    {
      i: { type: 'NUMBER', defaultValue: '0', scope: 'COPIED' },
      last: { type: 'NUMBER', defaultValue: '2' },
      secretText: text('not named'),
    },
  )
  const child = orchestration({ Start: start() }, { password: text('') })
  const ran = await runner.run({ 'main.orch.yaml': main, 'child.orch.yaml': child }, 'main')
  expect(ran.executed.get('Loop')?.parameters).toEqual([{ name: 'endValue', value: '2' }])
  expect(ran.executed.get('Call')?.parameters).toEqual([
    { name: 'setScalarVariables', value: [['password', '***']] },
  ])
})

test('what is beyond the bounds of an execution is left out, also behind a value that is no text', () => {
  const executedBudget = { characters: 10 }
  const step = {
    visit: {
      component: {
        type: 'sql-executor',
        parameters: { query: '${query}', mapping: { column: '${column}' } },
      },
    },
    scope: { variables: { names: () => [] } },
  } as unknown as Parameters<typeof createExecutedRecord>[1]
  const record = createExecutedRecord({ masking: createMasking(), executedBudget }, step)
  record.parameters({ query: 'q'.repeat(20), mapping: { column: 'customer' } })
  record.statement('s'.repeat(70_000))
  expect(record.report()).toEqual({
    parameters: [
      { name: 'query', value: 'q'.repeat(10), characters: 20 },
      { name: 'mapping', value: null, characters: 8 },
    ],
    statements: [{ text: '', characters: 70_000 }],
  })
  expect(executedBudget.characters).toBe(0)
})
