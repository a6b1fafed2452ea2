import { afterAll, beforeAll, expect, test } from 'vitest'
import { orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'

let runner: PipelineRunner
beforeAll(async () => {
  runner = await startPipelineRunner()
})
afterAll(() => runner[Symbol.asyncDispose]())

const region = { name: 'region', type: 'TEXT', scope: 'COPIED', value: 'of the project' } as const

/** Prints `region` under a name of its own, then calls. */
const printing = (name: string, call: Piece) => ({
  Start: start(name),
  [name]: {
    type: 'print-variables',
    parameters: { variablesToPrint: [['region']], includeVariableName: 'No' },
    links: { success: ['Call'] },
  },
  Call: call,
})

const calling = (orchestrationJob: string, values: string[][] = []): Piece => ({
  type: 'run-orchestration',
  parameters: { orchestrationJob, setScalarVariables: values },
})

const own = { region: { type: 'TEXT', defaultValue: 'of the pipeline' } } as const
const end: Piece = { type: 'end-success' }

const fromTheApi = {
  projectVariables: [{ ...region, columns: [] }],
  scalarVariables: { region: 'of the caller' },
}

/** Runs `root`, which calls on, with a value from the API. */
async function ran(files: Record<string, string>) {
  const { said } = await runner.run(files, 'root', fromTheApi)
  return said
}

test("a caller's value of a project variable holds in the pipelines that are called, too", async () => {
  const files = {
    'root.orch.yaml': orchestration(printing('Root', calling('child'))),
    'child.orch.yaml': orchestration(printing('Child', calling('grandchild'))),
    'grandchild.orch.yaml': orchestration(printing('Grandchild', end)),
  }
  expect(await ran(files)).toEqual([
    'Root: of the caller',
    'Child: of the caller',
    'Grandchild: of the caller',
  ])
})

test('a call records what its step sets, and not again what was given above it', async () => {
  const files = {
    'root.orch.yaml': orchestration({ Start: start('Calls'), Calls: calling('child') }),
    'child.orch.yaml': orchestration({
      Start: start('Sets'),
      Sets: calling('end', [['region', 'of the step']]),
    }),
    'end.orch.yaml': orchestration({ Start: start('End'), End: end }),
  }
  const { given } = await runner.run(files, 'root', fromTheApi)
  expect(Object.fromEntries(given)).toEqual({
    Calls: {},
    Sets: { scalarVariables: { region: 'of the step' } },
  })
})

test('a value that a step sets for a project variable holds below that step', async () => {
  const files = {
    'root.orch.yaml': orchestration(printing('Root', calling('child', [['region', 'of the step']]))),
    'child.orch.yaml': orchestration(printing('Child', calling('grandchild'))),
    'grandchild.orch.yaml': orchestration(printing('Grandchild', end)),
  }
  expect(await ran(files)).toEqual(['Root: of the caller', 'Child: of the step', 'Grandchild: of the step'])
})

test('a variable that a pipeline declares is its own: neither set from above nor passed on', async () => {
  const files = {
    'root.orch.yaml': orchestration(printing('Root', calling('child'))),
    'child.orch.yaml': orchestration(printing('Child', calling('grandchild')), own),
    'grandchild.orch.yaml': orchestration(printing('Grandchild', end)),
  }
  expect(await ran(files)).toEqual([
    'Root: of the caller',
    'Child: of the pipeline',
    'Grandchild: of the caller',
  ])
  expect(
    await ran({ ...files, 'root.orch.yaml': orchestration(printing('Root', calling('grandchild')), own) }),
  ).toEqual(['Root: of the caller', 'Grandchild: of the project'])
})
