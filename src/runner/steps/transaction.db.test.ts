import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'
import { outermost, visitKey } from '../../pipeline/flow/keys.ts'
import { type HistoryStep, MAX_FRAME_BYTES, type RunMessage } from '../../protocol/messages.ts'
import { TEST_DATABASES, warehousesOfTests } from '../../warehouses/conformance/databases.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { createSharedTransaction } from './transaction.ts'

const signal = new AbortController().signal
let runner: PipelineRunner
beforeAll(async () => {
  runner = await startPipelineRunner()
})
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
})

const step = (type: string, parameters: Readonly<Record<string, unknown>>, ...success: string[]): Piece => ({
  type,
  parameters,
  links: { success },
})
const sql = (sqlScript: string, ...success: string[]) => step('sql-executor', { sqlScript }, ...success)
const has = (rows: number, targetTable: string, ...success: string[]) =>
  step(
    'assert-table',
    { targetTable, exists: 'Yes', rowCountComparisonType: 'Equal To', rowCountValue: String(rows) },
    ...success,
  )
const begin = (...success: string[]) => step('begin', {}, ...success)
const commit = (...success: string[]) => step('commit', {}, ...success)

describe.each(TEST_DATABASES)('$name', ({ name, create }) => {
  /** Runs pipelines one after another in one environment. */
  async function environment() {
    const { connection, schema, remove } = await create()
    const known = name === 'DuckDB' ? { type: 'DUCKDB', schema } : { ...connection }
    const message = {
      environment: randomUUID(),
      project: randomUUID(),
      warehouse: connection.type,
      connection: known,
    }
    const run = (
      pieces: Record<string, Piece>,
      files: Record<string, string> = {},
      more: Partial<RunMessage> = {},
    ) => runner.run({ 'main.orch.yaml': orchestration(pieces), ...files }, 'main', { ...message, ...more })
    return { run, remove }
  }

  test('components share one transaction, and all of it is there after the commit', async () => {
    const { run, remove } = await environment()
    const components = {
      Read: { type: 'table-input', parameters: { targetTable: 'a', columnNames: ['n'] } },
      Write: { type: 'rewrite-table', sources: ['Read'], parameters: { targetTable: 'b' } },
      Again: { type: 'rewrite-table', sources: ['Read'], parameters: { targetTable: 'c' } },
      Fill: {
        type: 'table-output',
        sources: ['Read'],
        parameters: { targetTable: 'd', outputMode: 'Truncate', columnMapping: [['n', 'n']] },
      },
    }
    const flow = JSON.stringify({ type: 'transformation', version: '1.0', pipeline: { components } })
    const pieces = {
      Start: start('Make'),
      Make: sql('create table d (n integer); insert into d values (9)', 'Begin'),
      Begin: begin('Table'),
      Table: step(
        'create-table',
        { createMethod: 'Create', table: 'a', columns: [['n', 'INTEGER']] },
        'One',
        'Two',
      ),
      One: sql('insert into a values (1), (2)', 'Both'),
      Two: sql('insert into a values (3)', 'Both'),
      Both: { type: 'and', links: { unconditional: ['Flow'] } },
      Flow: step('run-transformation', { transformationJob: 'flow' }, 'Commit'),
      Commit: commit('HasA'),
      HasA: has(3, 'a', 'HasB'),
      HasB: has(3, 'b', 'HasC'),
      HasC: has(3, 'c', 'HasD'),
      HasD: has(3, 'd'),
    }
    const ran = await run(pieces, { 'flow.tran.yaml': flow })
    expect([ran.status, ran.message]).toEqual(['SUCCESS', undefined])
    await remove()
  })

  test('a failed statement loses all of it, and a rollback lets the execution go on', async () => {
    const { run, remove } = await environment()
    const pieces = {
      Start: start('Make'),
      Make: sql('create table a (n integer)', 'Begin'),
      Begin: begin('One'),
      One: sql('insert into a values (1)', 'Bad'),
      Bad: { ...sql('insert into nowhere values (1)'), links: { failure: ['Later'] } },
      Later: { ...sql('insert into a values (2)'), links: { failure: ['Commit'] } },
      Commit: { ...commit(), links: { failure: ['Second'] } },
      Second: begin('Two'),
      Two: sql('insert into a values (3)', 'Rollback'),
      Rollback: step('rollback', {}, 'Empty'),
      Empty: has(0, 'a'),
    }
    const ran = await run(pieces)
    expect([ran.status, ran.message]).toEqual(['SUCCESS', undefined])
    const said = ran.said.join('\n')
    expect(said).toContain('Later: An earlier statement of the transaction failed')
    expect(said).toContain(
      'Commit: The transaction was rolled back: An earlier statement of the transaction failed',
    )
    await remove()
  })

  test('what cannot be part of a transaction is refused before it does anything', async () => {
    const { run, remove } = await environment()
    const failing = (piece: Piece, failure: string) => ({ ...piece, links: { failure: [failure] } })
    const pieces = {
      Start: start('None'),
      None: failing(commit(), 'Make'),
      Make: sql('create table a (n varchar)', 'Begin'),
      Begin: begin('Twice'),
      Twice: failing(begin(), 'Load'),
      Load: failing(
        step('s3-load', { s3ObjectPrefix: 'file:///x/', targetTable: 'a', fileType: 'CSV' }),
        'Own',
      ),
      Own: failing(sql('/* own */ begin; insert into a values (1); commit'), 'Insert'),
      Insert: sql('insert into a values (1)'),
    }
    const { said, status } = await run(pieces)
    expect(status).toBe('FAILED')
    expect(said).toEqual([
      'None: There is no transaction to commit: "begin" begins one',
      'Twice: A transaction has begun already: commit it or roll it back first',
      'Load: "s3-load" cannot take part in the transaction that "Begin" began: put it before that, or after the commit',
      expect.stringContaining('cannot be used between the components Begin and Commit'),
      expect.stringContaining('Insert: An earlier statement of the transaction failed'),
    ])
    await remove()
  })

  test('a gate that stops loses the transaction of the components that share it, one that warns does not', async () => {
    const { run, remove } = await environment()
    const gate = { type: 'Row Count', minimum: '5', failedRowsTable: '' }
    const components = (onFailure: string) => ({
      Read: { type: 'table-input', parameters: { targetTable: 'a' } },
      Write: {
        type: 'rewrite-table',
        sources: ['Read'],
        parameters: { targetTable: 'b', gates: [{ ...gate, onFailure }] },
      },
    })
    const flow = (onFailure: string) =>
      JSON.stringify({
        type: 'transformation',
        version: '1.0',
        pipeline: { components: components(onFailure) },
      })
    const files = { 'stops.tran.yaml': flow('Stop'), 'warns.tran.yaml': flow('Warn') }
    const pieces = {
      Start: start('Make'),
      Make: sql('create table a (n integer)', 'Begin'),
      Begin: begin('One'),
      One: sql('insert into a values (1)', 'Stops'),
      Stops: {
        ...step('run-transformation', { transformationJob: 'stops' }),
        links: { failure: ['Commit'] },
      },
      Commit: { ...commit(), links: { failure: ['Empty'] } },
      Empty: has(0, 'a', 'Second'),
      Second: begin('Two'),
      Two: sql('insert into a values (2)', 'Warns'),
      Warns: step('run-transformation', { transformationJob: 'warns' }, 'Third'),
      Third: commit('Has'),
      Has: has(1, 'b'),
    }
    const { status, message, said } = await run(pieces, files)
    expect([status, message]).toEqual(['SUCCESS', undefined])
    expect(said.find((one) => one.startsWith('Commit:'))).toContain(
      'The transaction was rolled back: A gate stopped the transaction, so nothing of it can be kept: Gate "Row Count"',
    )
    expect(said.find((one) => one.startsWith('Write: 1 rows'))).toContain('Warning: Gate "Row Count" failed')
    await remove()
  })

  test('an execution that ends without a commit fails and keeps nothing', async () => {
    const { run, remove } = await environment()
    const pieces = {
      Start: start('Make'),
      Make: sql('create table a (n integer)', 'Begin'),
      Begin: begin('One'),
      One: sql('insert into a values (1)'),
    }
    expect(await run(pieces)).toMatchObject({
      status: 'FAILED',
      message: 'The transaction that "Begin" began was not committed, and was rolled back',
    })
    const left = await run({ Start: start('Empty'), Empty: has(0, 'a') })
    expect([left.status, left.message]).toEqual(['SUCCESS', undefined])
    await remove()
  })

  test('a runner that takes the execution over does not go on in a transaction that is gone', async () => {
    const { run, remove } = await environment()
    const pieces = {
      Start: start('Begin'),
      Begin: begin('One'),
      One: { ...sql('create table a (n integer)'), links: { failure: ['Rollback'] } },
      Rollback: step('rollback', {}, 'Two'),
      Two: sql('create table b (n integer)'),
    }
    const execution = randomUUID()
    const done = (name: string, type: string, seq: number): HistoryStep => ({
      execution,
      seq,
      key: visitKey(name, outermost),
      name,
      type,
      attempt: 1,
      startedAt: '2026-01-01T00:00:00.000Z',
      finished: { n: 2 * seq + 2, outcome: { result: 'SUCCESS' } },
    })
    const history = [done('Start', 'start', 0), done('Begin', 'begin', 1)]
    const ran = await run(pieces, {}, { execution, history, nextN: 6 })
    expect([ran.status, ran.said]).toEqual([
      'SUCCESS',
      [
        expect.stringContaining('One: The transaction that "Begin" began was lost with its runner'),
        'Rollback: It was rolled back when its runner was lost',
      ],
    ])
    await remove()
  })

  test('others see nothing before the commit, and another session knows whether it was done', async () => {
    const { connection, remove } = await create()
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open(connection)
    const rows = async () => {
      const { batches } = await warehouse.query('select n from a order by n', { signal })
      return (await Array.fromAsync(batches)).flat(2)
    }
    const key = `visit-${randomUUID()}`
    const execution = randomUUID()
    const begun: HistoryStep = {
      execution,
      seq: 1,
      key,
      name: 'Begin',
      type: 'begin',
      attempt: 1,
      startedAt: '2026-01-01T00:00:00.000Z',
      finished: { n: 3, outcome: { result: 'SUCCESS' } },
    }
    const session = (history: HistoryStep[] = []) =>
      createSharedTransaction(async () => warehouse, history, { signal })
    const asStep = { componentName: 'Begin', idempotencyKey: idempotencyKey(execution, key) }

    await warehouse.execute('create table a (n integer)', { signal })
    const lost = session()
    expect(await lost.begin(asStep)).toEqual({ result: 'SUCCESS' })
    await (await lost.warehouse('sql-executor', true)).execute('insert into a values (1)', { signal })
    await lost.end()
    const after = session([begun])
    await expect(after.warehouse('sql-executor', true)).rejects.toThrow('was lost with its runner')
    expect((await after.commit()).message).toContain('was lost with its runner')
    const failed: HistoryStep = {
      ...begun,
      seq: 2,
      type: 'commit',
      finished: { n: 5, outcome: { result: 'FAILED' } },
    }
    await expect(session([begun, failed]).warehouse('sql-executor', true)).resolves.toBeDefined()

    const whole = session()
    await whole.begin(asStep)
    const inside = await whole.warehouse('sql-executor', true)
    await inside.execute('insert into a values (2)', { signal })
    const { batches } = await inside.query('select n from a', { signal })
    for await (const _ of batches) break // left early, as a component does that needs one row
    const again = await inside.query('select n from a', { signal })
    expect(await Array.fromAsync(again.batches)).toEqual([[['2']]])
    await inside.execute('insert into a values (3)', { signal })
    expect(await rows()).toEqual([])
    expect(await whole.commit()).toEqual({ result: 'SUCCESS' })
    expect(await rows()).toEqual(['2', '3'])
    expect(await session([begun]).commit()).toMatchObject({ result: 'SUCCESS' })
    await warehouses.close()
    await remove()
  })

  test('what the steps of a transaction read and wrote fits into one message', async () => {
    const { connection, remove } = await create()
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open(connection)
    const transaction = createSharedTransaction(async () => warehouse, [], { signal })
    for (const n of [1, 2]) {
      await transaction.begin({ componentName: 'Begin', idempotencyKey: `${n}` })
      const dataset = { namespace: 'duckdb', name: 'x'.repeat(100_000) }
      for (let step = 0; step < 200; step++) expect(transaction.keepAssets({ reads: [dataset] })).toBe(true)
      await transaction.commit()
      const taken = transaction.takeAssets()!
      expect(taken.length).toBe(39)
      expect(JSON.stringify(taken).length).toBeLessThan(MAX_FRAME_BYTES)
    }
    await warehouses.close()
    await remove()
  })
})
