import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'

/** What a real runner reports of what its steps read and wrote. */
let runner: PipelineRunner
beforeAll(async () => {
  runner = await startPipelineRunner()
})
afterAll(() => runner[Symbol.asyncDispose]())

const project = randomUUID()
const step = (type: string, parameters: Readonly<Record<string, unknown>>, ...success: string[]): Piece => ({
  type,
  parameters,
  links: { success },
})
const script = (sqlScript: string, ...success: string[]) => step('sql-executor', { sqlScript }, ...success)

async function run(
  pieces: Record<string, Piece>,
  files: Record<string, string> = {},
  variables: Parameters<typeof orchestration>[1] = {},
) {
  const message = { project, environment: 'Test' }
  const all = { 'main.orch.yaml': orchestration(pieces, variables), ...files }
  const { status, message: why, assets } = await runner.run(all, 'main', message)
  return { status: why ?? status, assets }
}
const namespace = `duckdb://${project}/Test`
const statements = { namespace, dialect: 'duckdb', schema: 'main' }

test('tables are named as the environment names them, with variables resolved', async () => {
  const columns = [['n', 'INTEGER']]
  const ran = await run(
    {
      Start: start('Make'),
      Make: step('create-table', { table: '${what}_One', columns, createMethod: 'Replace' }, 'Keep'),
      Keep: step(
        'create-table',
        { table: '${what}_One', columns, createMethod: 'Create if not exists' },
        'Fill',
      ),
      Fill: script('insert into ${what}_one values (1)', 'Empty'),
      Empty: step('truncate-table', { schema: 'main', targetTable: ['${what}_One'] }),
    },
    {},
    { what: { type: 'TEXT', defaultValue: 'Shop' } },
  )
  expect(ran.status).toBe('SUCCESS')
  expect(Object.fromEntries(ran.assets)).toEqual({
    Make: [expect.objectContaining({ writes: [{ namespace, name: 'main.shop_one' }] })],
    Fill: [expect.objectContaining({ statements })],
    Empty: [expect.objectContaining({ writes: [{ namespace, name: 'main.shop_one' }] })],
  })
})

const flow = (target: string) =>
  JSON.stringify({
    type: 'transformation',
    version: '1.0',
    pipeline: {
      components: {
        Rows: {
          type: 'fixed-flow',
          parameters: { columns: [['n', 'NUMBER', '10', '0']], values: [['1'], ['2']] },
        },
        Write: { type: 'rewrite-table', sources: ['Rows'], parameters: { targetTable: target } },
      },
    },
  })

test('an output of a transformation reports its table and its statement', async () => {
  const ran = await run(
    { Start: start('Flow'), Flow: step('run-transformation', { transformationJob: 'flow' }) },
    { 'flow.tran.yaml': flow('numbers') },
  )
  expect(ran.status).toBe('SUCCESS')
  expect(Object.fromEntries(ran.assets)).toEqual({
    Write: [expect.objectContaining({ writes: [{ namespace, name: 'main.numbers' }], statements })],
  })
})

test('what happens in a transaction is reported by its commit, and never when it is rolled back or the step fails', async () => {
  const begin = (next: string) => step('begin', {}, next)
  const ran = await run(
    {
      Start: start('Make'),
      Make: script('create table t (n integer)', 'Begin'),
      Begin: begin('Lost'),
      Lost: step('truncate-table', { targetTable: ['t'] }, 'Back'),
      Back: step('rollback', {}, 'Again'),
      Again: begin('Flow'),
      Flow: step('run-transformation', { transformationJob: 'flow' }, 'Kept'),
      Kept: step('truncate-table', { targetTable: ['t'] }, 'Commit'),
      Commit: step('commit', {}, 'Fails'),
      Fails: step('truncate-table', { targetTable: ['missing'] }),
    },
    { 'flow.tran.yaml': flow('inside') },
  )
  expect(ran.status).toContain('missing')
  expect([...ran.assets.keys()]).toEqual(['Make', 'Commit'])
  const committed = ran.assets.get('Commit')!
  expect(committed.map(({ writes }) => writes?.[0]?.name)).toEqual(['main.inside', 'main.t'])
  for (const { of } of committed)
    expect(of).toEqual({ execution: expect.any(String), seq: expect.any(Number) })
})
