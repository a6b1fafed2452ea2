import { expect, test } from 'vitest'
import { orchestration, type PieceVariable, start } from '../../../test/support/pipelines.ts'
import { UNKNOWN_VALUE } from '../../lib/unknown-value.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { plannedSteps } from './planned-steps.ts'

const text = (defaultValue: string): PieceVariable => ({ type: 'TEXT', defaultValue })

function planned(files: Readonly<Record<string, string>>, values: Readonly<Record<string, string>> = {}) {
  const pipelines = Object.entries(files).flatMap(
    ([path, content]) => parsePipelineFile(path, content).pipeline ?? [],
  )
  return plannedSteps(pipelines, {
    values: new Map(Object.entries(values)),
    readFile: (path) => files[path],
  })
}
const script = (sqlScript: string, more: object = {}, links: object = {}) => ({
  type: 'sql-executor',
  parameters: { sqlScript, ...more },
  links: links as Record<string, string[]>,
})
const scriptsOf = (files: Readonly<Record<string, string>>, values = {}) =>
  planned(files, values).flatMap((step) => step.scripts)

test('variables have their defaults, those of the project its values, and the environment its name', () => {
  const sql = 'select ${own}, ${project}, ${sysvar.environment.name}, ${empty}, ${1 + 1}, ${gone}'
  const file = orchestration({ Start: start('A'), A: script(sql) }, { own: text('mine'), empty: text('') })
  const values = { project: 'theirs', own: 'hidden', 'sysvar.environment.name': 'Prod' }
  expect(scriptsOf({ 'A.orch.yaml': file }, values)).toEqual([
    `select mine, theirs, Prod, ${UNKNOWN_VALUE}, ${UNKNOWN_VALUE}, ${UNKNOWN_VALUE}`,
  ])
  const unread = orchestration({ Start: start('A'), A: script('select ${') })
  expect(scriptsOf({ 'A.orch.yaml': unread })).toEqual([UNKNOWN_VALUE])
})

test('a variable that a component of the version sets has no known value', () => {
  const setters = {
    iterator: {
      type: 'fixed-iterator',
      parameters: { variablesToIterate: ['v-1'], iterationValues: [['a']] },
      more: { iterationTarget: 'A' },
    },
    component: { type: 'update-scalar', parameters: { scalarsToUpdate: [['v-1', 'x']] } },
    script: { type: 'python-script', parameters: { script: 'context.updateVariable("v-1", "x")' } },
    query: {
      type: 'query-to-scalar',
      parameters: { query: 'select 1 as a', scalarVariableMapping: [['v-1', 'a']] },
    },
    processing: {
      type: 'sql-executor',
      parameters: { sqlScript: 'select 1' },
      more: { postProcessing: { updateScalarVariables: [['v-1', '${x}']] } },
    },
    caller: {
      type: 'run-orchestration',
      parameters: { orchestrationJob: 'Other', setScalarVariables: [['v-1', 'x']] },
    },
  }
  const variables = { 'v-1': text('default') }
  const using = orchestration({ Start: start('Use'), Use: script('select ${v-1}') }, variables)
  expect(scriptsOf({ 'Use.orch.yaml': using })).toEqual(['select default'])
  for (const [how, setter] of Object.entries(setters)) {
    const setting = orchestration({ Start: start('Set'), Set: setter, A: script('select 2') }, variables)
    const scripts = scriptsOf({ 'Use.orch.yaml': using, 'Set.orch.yaml': setting })
    expect(scripts, how).toContain(`select ${UNKNOWN_VALUE}`)
  }
})

test('a script in a file is read, and one that takes no variables is left as it is', () => {
  const inFile = { scriptLocation: 'File', fileName: 'sql/a.sql' }
  const file = orchestration(
    {
      Start: start('A'),
      A: script('', inFile, { success: ['B'] }),
      B: script('select ${v}', { enableVariableResolution: 'No' }),
    },
    { v: text('x') },
  )
  expect(scriptsOf({ 'A.orch.yaml': file, 'sql/a.sql': 'select ${v} from f' })).toEqual([
    'select x from f',
    'select ${v}',
  ])
})

test('what is skipped, or not linked, is left out', () => {
  const pieces = {
    Start: start('A'),
    A: { ...script('select 1', {}, { success: ['B'] }), more: { skipped: true } },
    B: script('select 2'),
    C: script('select 3'),
  }
  expect(scriptsOf({ 'A.orch.yaml': orchestration(pieces) })).toEqual(['select 2'])
})
