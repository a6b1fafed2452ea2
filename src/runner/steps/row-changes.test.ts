import { afterAll, beforeAll, expect, test } from 'vitest'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'

let runner: PipelineRunner
beforeAll(async () => {
  runner = await startPipelineRunner()
})
afterAll(async () => {
  await runner[Symbol.asyncDispose]()
})

const counts = ['rowCount', 'rowsInserted', 'rowsUpdated', 'rowsDeleted']
const placeholders = counts.map((name) => `\${sysvar.thisComponent.${name}}`).join(' ')
const telling = { more: { postProcessing: { updateOutputMessage: `counts: ${placeholders};` } } }

/** What a step's post-processing saw, by the step's name: rowCount, inserted, updated, deleted. */
async function countsOf(files: Record<string, string>): Promise<Record<string, string>> {
  const { status, message, said } = await runner.run(files, 'main')
  expect([status, message]).toEqual(['SUCCESS', undefined])
  const seen = said.flatMap((one) => {
    const [, name, text] = /^(.*?): .*?counts: (.*);$/s.exec(one) ?? []
    return name === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(seen)
}

const sql = (sqlScript: string, ...success: string[]): Piece => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links: { success },
  ...telling,
})

test('a script tells inserted, updated and deleted rows apart, and what it cannot tell is empty', async () => {
  const text = orchestration({
    Start: start('Make'),
    Make: sql('create table t as select range as id, 1 as v from range(5)', 'Several'),
    Several: sql(
      'insert into t values (7, 1), (8, 1); update t set v = 2 where id > 5; delete from t where id = 8',
      'Read',
    ),
    Read: sql('select * from t', 'Merge'),
    Merge: sql(
      'merge into t using (select 7 as id) s on t.id = s.id when matched then update set v = 3',
      'Empty',
    ),
    Empty: {
      type: 'truncate-table',
      parameters: { targetTable: 't' },
      ...telling,
      links: { success: ['Print'] },
    },
    Print: { type: 'print-variables', parameters: { variablesToPrint: [] }, ...telling },
  })
  expect(await countsOf({ 'main.orch.yaml': text })).toEqual({
    Make: '5 5 0 0',
    Several: '5 2 2 1',
    Read: '6   ',
    Merge: '1   ',
    Empty: ' 0 0 6',
    Print: '   ',
  })
})

test('a merge of a transformation tells its actions apart, and the call that ran it their sum', async () => {
  const merge = {
    targetTable: 't',
    joinExpression: [['"target"."id" = "input"."id"', 'same']],
    whenMatched: [
      ['"input"."id" = 4', 'Delete'],
      ['', 'Update'],
    ],
    updateMapping: [['v', 'v']],
    includeNotMatched: 'Yes',
    insertMapping: [
      ['id', 'id'],
      ['v', 'v'],
    ],
  }
  const components = {
    Rows: {
      type: 'sql',
      parameters: { componentName: 'Rows', query: 'select range + 3 as id, 9 as v from range(6)' },
    },
    Merge: {
      type: 'table-update',
      sources: ['Rows'],
      parameters: { componentName: 'Merge', ...merge },
      ...telling.more,
    },
    Copy: {
      type: 'rewrite-table',
      sources: ['Rows'],
      ...telling.more,
      parameters: { componentName: 'Copy', targetTable: 'copy' },
    },
  }
  const text = orchestration({
    Start: start('Make'),
    Make: sql('create table t as select range as id, 1 as v from range(5)', 'Call'),
    Call: { type: 'run-transformation', parameters: { transformationJob: 'merge' }, ...telling },
  })
  const merging = JSON.stringify({ type: 'transformation', version: '1.0', pipeline: { components } })
  expect(await countsOf({ 'main.orch.yaml': text, 'merge.tran.yaml': merging })).toEqual({
    Make: '5 5 0 0',
    Merge: '6 4 1 1',
    Copy: '6 6 0 0',
    Call: '12 10 1 1',
  })
})
