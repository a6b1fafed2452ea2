import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import {
  clientId,
  clientSecret,
  historyOf,
  type RunnerApi,
  scripts,
  startRunnerApi,
} from '../../../test/support/runner-api.ts'
import { silent } from '../../lib/log.ts'
import type { RunMessage } from '../../protocol/messages.ts'
import { runRunner } from '../runner.ts'

let api: RunnerApi
let folder: string
let stopping: AbortController
let exit: Promise<number>
const project = '0f0e7a5c-7f3a-4a33-8f5e-0b8f6cf7a0aa'

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-transformation-'))
  api = await startRunnerApi()
  stopping = new AbortController()
  const identity = { clientId, clientSecret, version: '1.0.0', allowPrivateAddresses: true, scripts }
  const settings = { apiUrl: api.apiUrl, dataDir: folder, capacity: 4, maxExecutions: 50, ...identity }
  exit = runRunner(settings, silent, stopping.signal)
  await api.until('connected', () => api.of('credit').length > 0)
})

afterEach(async () => {
  stopping.abort()
  await exit
  await api.close()
  rmSync(folder, { recursive: true })
})

interface TransformationPiece {
  readonly type: string
  readonly sources?: readonly string[]
  readonly parameters: Readonly<Record<string, unknown>>
  readonly more?: Readonly<Record<string, unknown>>
}

function transformation(pieces: Readonly<Record<string, TransformationPiece>>, variables = {}): string {
  const components = Object.entries(pieces).map(([name, { type, sources = [], parameters, more }]) => [
    name,
    { type, sources, parameters: { componentName: name, ...parameters }, ...more },
  ])
  const pipeline = { components: Object.fromEntries(components), variables }
  return JSON.stringify({ type: 'transformation', version: '1.0', pipeline })
}

const script = (sqlScript: string, links: Piece['links'] = {}): Piece => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links,
})
const count = (table: string, links: Piece['links'] = {}): Piece => ({
  type: 'query-to-scalar',
  parameters: {
    mode: 'Advanced',
    query: `select count(*) as n from ${table}`,
    scalarVariableMapping: [['n', 'n']],
  },
  links,
  more: { postProcessing: { updateOutputMessage: ` n=\${n}` } },
})
const number = { n: { type: 'NUMBER', defaultValue: '0' } } as const

const variable = (type: string, defaultValue: unknown, columns?: readonly string[]) => ({
  metadata: {
    type,
    description: '',
    scope: 'COPIED',
    visibility: 'PUBLIC',
    ...(columns && { columns: Object.fromEntries(columns.map((one) => [one, { columnType: 'TEXT' }])) }),
  },
  defaultValue,
})

const large = transformation(
  {
    Orders: {
      type: 'table-input',
      parameters: {
        targetTable: 'orders',
        columnNames: { fromGrid: { variable: 'wanted', columns: ['c'] } },
      },
    },
    Large: {
      type: 'filter',
      sources: ['Orders'],
      parameters: {
        filterConditions: [['amount', 'Is', 'Greater than', '${least}']],
        combineCondition: 'And',
      },
    },
    'Write Large': {
      type: 'rewrite-table',
      sources: ['Large'],
      parameters: { targetTable: '${target}' },
      more: { postProcessing: { updateOutputMessage: ' (${sysvar.thisComponent.rowCount} counted)' } },
    },
    'Add To All': {
      type: 'table-output',
      sources: ['Large'],
      parameters: { targetTable: 'archive', outputMode: 'Append' },
    },
    Dangling: { type: 'unheard-of', sources: ['Orders'], parameters: {} },
  },
  {
    least: variable('NUMBER', '0'),
    target: variable('TEXT', 'large'),
    wanted: variable('GRID', [['id'], ['amount']], ['c']),
  },
)

const tables = `create or replace table orders as select range as id, range * 10 as amount from range(10);
  create table if not exists archive (id int, amount int)`

const nightly = orchestration(
  {
    Start: start('Tables'),
    Tables: script(tables, { success: ['Transform'] }),
    Transform: {
      type: 'run-transformation',
      parameters: { transformationJob: 'large.tran.yaml', setScalarVariables: [['least', '65']] },
      links: { success: ['Count'] },
    },
    Count: count('archive'),
  },
  number,
)

const publish = (files: Readonly<Record<string, string>>) => api.publish(files)
const run = (artifact: string, name: string, more: Partial<RunMessage> = {}) =>
  api.run(artifact, name, { project, ...more })

const ended = (root: string) =>
  api.until('the execution ends', () =>
    api.journal.find((report) => report.kind === 'execution-finished' && report.execution === root),
  )

/** How the steps of an execution ended, by name. */
function outcomes(where: (name: string) => boolean = () => true) {
  return historyOf(api.journal)
    .filter(({ name }) => where(name))
    .map(({ name, finished }) => [name, finished?.outcome])
}

test('a transformation records every component, counts what its sinks wrote and tells the SQL', async () => {
  const artifact = publish({ 'nightly.orch.yaml': nightly, 'large.tran.yaml': large })
  expect(await ended(run(artifact, 'nightly'))).toMatchObject({ status: 'SUCCESS' })
  expect(outcomes((name) => !['Start', 'Tables', 'Transform'].includes(name))).toEqual([
    ['Orders', { result: 'SUCCESS' }],
    ['Large', { result: 'SUCCESS' }],
    ['Dangling', { result: 'SKIPPED', message: 'No output reads from it, so it was not run' }],
    [
      'Write Large',
      {
        result: 'SUCCESS',
        message: expect.stringContaining('3 rows written to large'),
        rowCount: 3,
        changes: { inserted: 3, updated: 0, deleted: 0 },
      },
    ],
    [
      'Add To All',
      {
        result: 'SUCCESS',
        message: '3 rows added to archive',
        rowCount: 3,
        changes: { inserted: 3, updated: 0, deleted: 0 },
      },
    ],
    ['Count', expect.objectContaining({ message: expect.stringContaining('n=3') })],
  ])
  expect(JSON.stringify(outcomes((name) => name === 'Write Large'))).toContain('(3 counted)')
  const lines = api.of('log').flatMap((message) => message.lines)
  const statement = lines.filter(({ component }) => component === 'Write Large').map(({ text }) => text)
  expect(statement.join('\n')).toContain('"amount" > 65')
  expect(api.journal.map(({ n }) => n)).toEqual(api.journal.map((_, index) => index + 1))
})

test('a fault names its component and nothing is written', async () => {
  const wrong = transformation({
    Good: { type: 'sql', parameters: { query: 'select 1 as a' } },
    'Write Good': { type: 'rewrite-table', sources: ['Good'], parameters: { targetTable: 'good' } },
    Orders: { type: 'sql', parameters: { query: 'select * from missing_table' } },
    'Write Orders': { type: 'rewrite-table', sources: ['Orders'], parameters: { targetTable: '${nothing}' } },
  })
  const root = run(publish({ 'wrong.tran.yaml': wrong }), 'wrong')
  expect(await ended(root)).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(/^"Orders": .*missing_table/),
  })
  expect(outcomes()).toEqual([
    ['Good', { result: 'SUCCESS' }],
    ['Orders', { result: 'FAILED', message: expect.stringContaining('missing_table') }],
  ])
})

test('what is skipped hands on the rows of its only source, whatever its parameters are', async () => {
  const text = transformation({
    Ten: { type: 'sql', parameters: { query: 'select range as n from range(10)' } },
    Few: {
      type: 'filter',
      sources: ['Ten'],
      parameters: { filterConditions: [['gone']] },
      more: { skipped: true },
    },
    Write: { type: 'rewrite-table', sources: ['Few'], parameters: { targetTable: 'all_ten' } },
  })
  const root = run(publish({ 'text.tran.yaml': text }), 'text')
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  expect(outcomes()).toMatchObject([
    ['Ten', { result: 'SUCCESS' }],
    ['Few', { result: 'SKIPPED' }],
    ['Write', { result: 'SUCCESS', rowCount: 10 }],
  ])
})

test('a sink that is skipped is not looked at, and hands on the rows of its source', async () => {
  const text = transformation({
    Ten: { type: 'sql', parameters: { query: 'select range as n from range(10)' } },
    Update: {
      type: 'table-update',
      sources: ['Ten'],
      parameters: { targetTable: 'no_such_table', joinExpression: [['true', '']] },
      more: { skipped: true },
    },
    Write: { type: 'rewrite-table', sources: ['Update'], parameters: { targetTable: 'behind_skipped' } },
  })
  const root = run(publish({ 'text.tran.yaml': text }), 'text')
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  expect(outcomes()).toMatchObject([
    ['Ten', { result: 'SUCCESS' }],
    ['Update', { result: 'SKIPPED' }],
    ['Write', { result: 'SUCCESS', rowCount: 10 }],
  ])
})

test('what is skipped and has not one source fails, and says so', async () => {
  const text = transformation({
    Ten: { type: 'sql', parameters: { query: 'select 1 as n' }, more: { skipped: true } },
    Write: { type: 'rewrite-table', sources: ['Ten'], parameters: { targetTable: 'none' } },
  })
  const root = run(publish({ 'text.tran.yaml': text }), 'text')
  expect(await ended(root)).toMatchObject({
    status: 'FAILED',
    message: '"Ten": It is skipped and has no source: only the rows of a single source can be handed on',
  })
})

test('a statement that fails as it runs is the fault of its sink, and later sinks do not run', async () => {
  const text = transformation({
    Words: { type: 'sql', parameters: { query: "select 'seven' as word" } },
    Number: { type: 'convert-type', sources: ['Words'], parameters: { conversions: [['word', 'NUMBER']] } },
    First: { type: 'rewrite-table', sources: ['Number'], parameters: { targetTable: 'first' } },
    Second: { type: 'rewrite-table', sources: ['Words'], parameters: { targetTable: 'second' } },
  })
  const root = run(publish({ 'text.tran.yaml': text }), 'text')
  expect(await ended(root)).toMatchObject({ status: 'FAILED', message: expect.stringMatching(/^"First": /) })
  expect(outcomes().map(([name]) => name)).toEqual(['Words', 'Number', 'First'])
})

test('a step that fails in its post-processing fails the transformation before anything is written', async () => {
  const pieces = (expression: string) => ({
    Ten: {
      type: 'sql',
      parameters: { query: 'select range as n from range(10)' },
      more: { postProcessing: { updateScalarVariables: [['n', expression]] } },
    },
    Write: { type: 'rewrite-table', sources: ['Ten'], parameters: { targetTable: 'ten' } },
  })
  const text = transformation(pieces('${nope}'), { n: variable('NUMBER', '0') })
  const root = run(publish({ 'text.tran.yaml': text }), 'text')
  expect(await ended(root)).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(/^"Ten": Post-processing failed: .*nope/),
  })
  expect(outcomes()).toMatchObject([['Ten', { result: 'FAILED' }]])
})

test('what post-processing makes of variables is seen by later post-processing and by the caller, not by parameters', async () => {
  const sink = (targetTable: string, postProcessing: object): TransformationPiece => ({
    type: 'rewrite-table',
    sources: ['Ten'],
    parameters: { targetTable },
    more: { postProcessing },
  })
  const text = transformation(
    {
      Ten: { type: 'sql', parameters: { query: 'select range as n from range(10)' } },
      First: sink('first', { updateScalarVariables: [['loaded', '${sysvar.thisComponent.rowCount}']] }),
      Second: sink('second_${loaded}', {
        updateScalarVariables: [['loaded', '${loaded + 1}']],
        updateOutputMessage: ' now ${loaded}',
      }),
    },
    { loaded: variable('NUMBER', '0') },
  )
  const caller = orchestration({
    Start: start('Load'),
    Load: {
      type: 'run-transformation',
      parameters: { transformationJob: 'text' },
      more: { postProcessing: { updateOutputMessage: 'left ${sysvar.childPipeline.vars.loaded}' } },
    },
  })
  await ended(run(publish({ 'text.tran.yaml': text, 'caller.orch.yaml': caller }), 'caller'))
  expect(outcomes((name) => ['Second', 'Load'].includes(name))).toMatchObject([
    ['Load', { message: 'left 11' }],
    ['Second', { message: expect.stringMatching(/second_0\n now 11/) }],
  ])
})

test('a cancelled transformation ends at once, with its statement', async () => {
  const endless =
    'select count(*) as n from range(1000000000) a, range(1000000000) b where a.range * b.range = 3'
  const text = transformation({
    Endless: { type: 'sql', parameters: { query: endless } },
    Write: { type: 'rewrite-table', sources: ['Endless'], parameters: { targetTable: 'never' } },
  })
  const root = run(publish({ 'text.tran.yaml': text }), 'text')
  await api.until('the sink begins', () =>
    api.journal.find((report) => report.kind === 'step-started' && report.name === 'Write'),
  )
  api.send({ kind: 'cancel', root })
  expect(await ended(root)).toMatchObject({ status: 'CANCELLED' })
  expect(outcomes((name) => name === 'Write')).toEqual([['Write', { result: 'CANCELLED' }]])
})

test('wherever its journal breaks off, a sink that ran does not run again', async () => {
  const archive = 'create table archive (id int, amount int)'
  const prepare = orchestration({ Start: start('Tables'), Tables: script(tables) })
  const forget = orchestration({ Start: start('Drop'), Drop: script(`drop table archive; ${archive}`) })
  const check = orchestration({ Start: start('Count'), Count: count('archive') }, number)
  const artifact = publish({
    'prepare.orch.yaml': prepare,
    'forget.orch.yaml': forget,
    'check.orch.yaml': check,
    'large.tran.yaml': large,
  })
  await ended(run(artifact, 'prepare'))
  api.journal.splice(0)
  const root = run(artifact, 'large')
  expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
  const whole = api.journal.splice(0)
  for (let cut = 0; cut < whole.length; cut++) {
    await ended(run(artifact, 'forget'))
    api.journal.splice(0)
    const known = whole.slice(0, cut)
    run(artifact, 'large', { execution: root, nextN: cut + 1, history: historyOf(known) })
    expect(await ended(root)).toMatchObject({ status: 'SUCCESS' })
    const rest = api.journal.splice(0)
    expect(rest.map(({ kind }) => kind)).toEqual(whole.slice(cut).map(({ kind }) => kind))
    await ended(run(artifact, 'check'))
    const done = known.some(
      (report) => report.kind === 'step-finished' && report.outcome.message?.includes('added'),
    )
    expect(JSON.stringify(outcomes((name) => name === 'Count')), `cut at ${cut}`).toContain(
      done ? 'n=0' : 'n=9',
    )
    api.journal.splice(0)
  }
})
