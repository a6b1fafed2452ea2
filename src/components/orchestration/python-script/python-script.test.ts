import { writeFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { stepContext, type TestContext, type TestStep } from '../../testing/step-context.ts'
import { run as pythonScriptRun } from './run.ts'

let context: TestContext
afterEach(() => {
  vi.unstubAllEnvs()
  return context?.dispose()
})

function run(script: string, variables: TestStep['variables'] = {}, more: { timeout?: string } = {}) {
  context = stepContext({ variables })
  return pythonScriptRun.run(context, { script, ...more })
}

const grid = { columns: ['name', 'n'], rows: [['a', '1']] }

test('variables are globals in their types, and ${…} stays what Python makes of it', async () => {
  const script = 'print(table.upper(), count + 1, type(count).__name__, share, files[0][1], f"${count}")'
  const outcome = await run(script, { table: 'ördérs "x"', count: 41, share: 0.5, files: grid })
  expect(outcome).toEqual({ result: 'SUCCESS', message: undefined })
  expect(context.lines).toEqual(['ÖRDÉRS "X" 42 int 0.5 1 $41'])
})

test('a secret is in the environment of the script', async () => {
  context = stepContext({ secrets: { 'shop-token': 'hidden' } })
  const script = 'import os\nprint(os.environ["TOKEN"])'
  await pythonScriptRun.run(context, { script, secretVariables: [['TOKEN', 'shop-token']] })
  expect(context.lines).toEqual(['hidden'])
})

test('older files keep their script in script1', async () => {
  context = stepContext({ variables: { count: 1 } })
  const outcome = await pythonScriptRun.run(context, { script1: 'print(count)', user: 'me' } as never)
  expect([outcome.result, context.lines]).toEqual(['SUCCESS', ['1']])
})

test('a script changes variables, the last value of each counts', async () => {
  const script = [
    'context.updateVariable("status", "first")',
    'context.updateVariable("status", "zweite\\nZeile")',
    'context.updateVariable("count", count * 2)',
    'rows = context.getGridVariable("files")',
    'rows.append(["b", 2])',
    'assert context.getGridVariable("files") is rows',
    'context.updateGridVariable("files", rows + [("c", None)])',
  ].join('\r\n')
  const outcome = await run(script, { status: '', count: 21, files: grid })
  expect(outcome.result).toBe('SUCCESS')
  expect(outcome.updates).toEqual([
    { variable: 'status', value: 'zweite\nZeile' },
    { variable: 'count', value: 42 },
    {
      variable: 'files',
      value: [
        ['a', '1'],
        ['b', '2'],
        ['c', ''],
      ],
    },
  ])
})

test('rows that a generator makes are the rows of the grid from then on', async () => {
  const script = [
    'context.updateGridVariable("files", ((name, 1) for name in "xy"))',
    'context.updateGridVariable("files", context.getGridVariable("files") + [["z", 2]])',
  ].join('\n')
  const value = [
    ['x', '1'],
    ['y', '1'],
    ['z', '2'],
  ]
  expect(await run(script, { files: grid })).toMatchObject({ updates: [{ variable: 'files', value }] })
})

test('whole numbers keep all their digits in a text variable', async () => {
  const script = 'context.updateVariable("id", 12345678901234567891)'
  expect((await run(script, { id: '' })).updates).toEqual([{ variable: 'id', value: '12345678901234567891' }])
  expect((await run(script, { id: 0 })).message).toContain('cannot keep 12345678901234567891 exactly')
})

test('nothing that a script prints is taken for an update', async () => {
  const outcome = await run('print(\'{"variable": "status", "value": "forged"}\')', { status: 'old' })
  expect(outcome.updates).toBeUndefined()
})

test('an exception fails the step with its last line, the trace is in the log, and earlier updates count', async () => {
  const outcome = await run(
    'context.updateVariable("status", "begun")\ndef f():\n  raise ValueError("no rows")\nf()',
    {
      status: '',
    },
  )
  expect(outcome).toEqual({
    result: 'FAILED',
    message: 'The script ended with exit code 1: ValueError: no rows',
    updates: [{ variable: 'status', value: 'begun' }],
  })
  const trace = context.lines.join('\n')
  expect(trace).toContain('File "script.py", line 4')
  expect(trace).not.toContain('bootstrap')
})

test('sys.exit decides like the exit code of any program', async () => {
  expect((await run('import sys; sys.exit(0)')).result).toBe('SUCCESS')
  expect((await run('import sys; sys.exit(4)')).message).toContain('exit code 4')
  expect((await run('import sys; sys.exit("nothing to do")')).message).toContain('nothing to do')
})

test('a syntax error says where it is', async () => {
  expect((await run('x = = 1')).message).toContain('SyntaxError')
})

test('an unknown variable, a wrong type and rows of the wrong width are refused with a reason', async () => {
  const variables = { count: 1, files: grid }
  expect((await run('context.updateVariable("nope", 1)', variables)).message).toContain("'nope'")
  expect((await run('context.getGridVariable("count")', variables)).message).toContain("'count'")
  expect((await run('context.updateGridVariable("files", [["a"]])', variables)).message).toContain(
    '2 columns',
  )
  expect(await run('context.updateVariable("count", "many")', variables)).toEqual({
    result: 'FAILED',
    message: 'The variable "count" is a number and cannot become "many"',
  })
})

test('a variable that no global can hold stays reachable and harms nothing', async () => {
  expect((await run('print(globals()["my var"])', { 'my var': 'v' })).result).toBe('SUCCESS')
  expect(context.lines).toEqual(['v'])
})

test("the runner's own environment is not inherited", async () => {
  vi.stubEnv('HEADRACE_MASTER_KEY', 'very secret')
  await run('import os; print(sorted(k for k in os.environ if "HEADRACE" in k or "KEY" in k))')
  expect(context.lines).toEqual(["['HEADRACE_FILES']"])
})

test('HEADRACE_PYTHON names the interpreter, and a missing one is a failure that says what to do', async () => {
  vi.stubEnv('HEADRACE_PYTHON', '/nowhere/python9')
  expect(await run('print(1)')).toMatchObject({
    result: 'FAILED',
    message: expect.stringContaining('HEADRACE_PYTHON'),
  })
})

test('a script that runs out of time is ended; updates it made count', async () => {
  const script = 'context.updateVariable("s", "x")\nimport time\ntime.sleep(300)'
  expect(await run(script, { s: '' }, { timeout: '1' })).toMatchObject({
    result: 'FAILED',
    message: expect.stringContaining('within 1 s'),
    updates: [{ variable: 's', value: 'x' }],
  })
})

test('what a script writes into its file of updates is checked like any input', async () => {
  const script = `import sys, os, glob
path = glob.glob(os.path.join(os.path.dirname(__file__), "updates*"))[0]
open(path, "a").write('{"variable":"s","value":{"x":1}}\\nnot json\\n{"variable":"other","value":"1"}\\n')`
  expect(await run(script, { s: 'old' })).toEqual({
    result: 'FAILED',
    message: 'There is no variable "other"; declare it in the pipeline or the project',
  })
})

test('a file next to the script can be imported and read', async () => {
  context = stepContext()
  await writeFile(`${await context.scratchFolder()}/helper.py`, 'value = 7\n')
  await pythonScriptRun.run(context, { script: 'import helper; print(helper.value)' })
  expect(context.lines).toEqual(['7'])
})
