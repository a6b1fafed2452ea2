import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { orchestration, type PieceVariable, start } from '../../../../test/support/pipelines.ts'
import { callerOf, parameter, sharedFile } from '../../../../test/support/shared-files.ts'
import { openTerminal } from '../../testing/terminal.ts'

/** Tests of pipelines that run shared ones, with their files in a folder. */
const cities: PieceVariable = {
  type: 'GRID',
  columns: { city: { columnType: 'TEXT' } },
  defaultValue: [['nowhere']],
}
const fill = orchestration(
  {
    Start: start('Make'),
    Make: {
      type: 'sql-executor',
      parameters: { sqlScript: 'create table cities (region varchar, city varchar)' },
      links: { success: ['Each'] },
    },
    Each: {
      type: 'grid-iterator',
      parameters: { gridVariable: 'rows', gridIteratorVariableMapping: [['city', 'city']] },
      more: { iterationTarget: 'Insert' },
    },
    Insert: {
      type: 'sql-executor',
      parameters: { sqlScript: "insert into cities values ('${region}', '${city}')" },
    },
  },
  { region: parameter('none'), city: parameter(''), rows: cities },
)
const passRows = [
  { variable: 'rows', status: 'grid', gridValues: { fromGrid: { variable: 'rows', columns: ['city'] } } },
]
const library = {
  'library/Load.orch.yaml': callerOf(
    'steps/Fill',
    { setScalarVariables: [['region', '${region}']], setGridVariables: passRows },
    'run-orchestration',
    { region: parameter('north'), rows: cities },
  ),
  'library/steps/Fill.orch.yaml': fill,
  'library/.matillion/shared-pipelines.yaml': sharedFile({
    'Load.orch.yaml': { id: 'cities', parameters: { region: { required: true } } },
  }),
}
const own = {
  'own/Main.orch.yaml': callerOf(
    'etl-core#cities',
    { version: '1.2.0', setScalarVariables: [['region', 'south']], setGridVariables: passRows },
    'run-shared-pipeline',
    { rows: cities },
  ),
  // The shared pipeline runs the one of its own folder.
  'own/steps/Fill.orch.yaml': orchestration({ Start: start() }),
}
const tested = (expected: object, more: object = {}) =>
  JSON.stringify({
    type: 'test',
    test: {
      run: { orchestration: 'Main', variables: { rows: [['Oslo'], ['Rome']] } },
      expect: expected,
      ...more,
    },
  })
const filled = {
  tables: {
    cities: {
      rows: [
        ['south', 'Oslo'],
        ['south', 'Rome'],
      ],
    },
  },
  steps: { Insert: { runs: 2 } },
}

function openProject(files: Readonly<Record<string, string>>) {
  const terminal = openTerminal()
  for (const [path, text] of Object.entries({ ...own, ...library, ...files })) {
    mkdirSync(dirname(join(terminal.folder, path)), { recursive: true })
    writeFileSync(join(terminal.folder, path), text)
  }
  return terminal
}

test('a pipeline runs shared ones of a folder, with grids and the pipelines that they run themselves', async () => {
  using project = openProject({ 'own/Good.test.yaml': tested(filled) })
  expect(await project.run('test', 'own', '--shared', 'ETL-core=library')).toMatchObject({ code: 0, err: '' })
})

test('without the folder the test says which set it needs, and what to do', async () => {
  using project = openProject({ 'own/Good.test.yaml': tested(filled) })
  const { code, out } = await project.run('test', 'own')
  expect(code).toBe(1)
  expect(out).toContain('say where its files are with --shared etl-core=FOLDER, or run the test on a server')
})

test('what the set does not share, and a required parameter that is not set, fail as they do on a server', async () => {
  using project = openProject({
    'own/Other.test.yaml': tested(
      { status: 'FAILED', message: 'shares no pipeline "towns", but cities' },
      {
        run: { orchestration: 'Other' },
      },
    ),
    'own/Other.orch.yaml': callerOf('etl-core#towns'),
    'own/Unset.test.yaml': tested(
      { status: 'FAILED', message: 'needs values for region' },
      {
        run: { orchestration: 'Unset' },
      },
    ),
    'own/Unset.orch.yaml': callerOf('etl-core#cities'),
  })
  const { code, out } = await project.run('test', 'own', '--shared', 'etl-core=library')
  expect([code, out]).toEqual([0, expect.stringContaining('2 passed')])
})

test.each([
  ['etl-core', 'names no set'],
  ['etl-core=own', 'No file lists the pipelines that are shared'],
  ['etl-core=absent', 'could not be read'],
])('--shared %s tests nothing and says why', async (shared, reason) => {
  using project = openProject({ 'own/Good.test.yaml': tested(filled) })
  const { code, err } = await project.run('test', 'own', '--shared', shared)
  expect([code, err]).toEqual([2, expect.stringContaining(reason)])
})
