import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal, type TestTerminal } from '../../testing/terminal.ts'

const load = 'pipeline:\n  components:\n    Start: { type: start }\n'
const nightly = `pipeline:
  components:
    # every night
    Run: { type: run-orchestration, parameters: { orchestrationJob: "Load" } }
`
const files = {
  'Load.orch.yaml': load,
  'Load.tran.yaml': 'pipeline:\n  components: {}\n',
  'Other.orch.yaml': load,
  'Nightly.orch.yaml': nightly,
  'Any.orch.yaml': nightly.replace('"Load"', '"Lo${rest}"'),
  'Load.test.yaml': 'test:\n  run: { orchestration: Load.orch.yaml }\n',
}

function openFolder(): TestTerminal {
  const terminal = openTerminal()
  mkdirSync(join(terminal.folder, 'pipelines'))
  for (const [path, text] of Object.entries(files))
    writeFileSync(join(terminal.folder, 'pipelines', path), text)
  return terminal
}

const textOf = ({ folder }: TestTerminal, path: string) =>
  readFileSync(join(folder, 'pipelines', path), 'utf8')

test('a pipeline is moved, and what runs it runs it by its new name', async () => {
  using terminal = openFolder()
  const args = ['Load.orch.yaml', 'Sales/Load daily', 'pipelines', '--json']
  const renamed = {
    from: 'Load.orch.yaml',
    to: 'Sales/Load daily.orch.yaml',
    changed: ['Load.test.yaml', 'Nightly.orch.yaml'],
    undecided: ['Any.orch.yaml'],
  }
  const tried = await terminal.run('rename', ...args, '--dry-run')
  expect(JSON.parse(tried.out)).toEqual(renamed)
  expect(textOf(terminal, 'Nightly.orch.yaml')).toBe(nightly)

  const done = await terminal.run('rename', ...args)
  expect(JSON.parse(done.out)).toEqual(renamed)
  expect(textOf(terminal, 'Sales/Load daily.orch.yaml')).toBe(load)
  expect(readdirSync(join(terminal.folder, 'pipelines'))).not.toContain('Load.orch.yaml')
  expect(textOf(terminal, 'Nightly.orch.yaml')).toBe(nightly.replace('"Load"', '"Sales/Load daily"'))
  expect(textOf(terminal, 'Load.test.yaml')).toContain('orchestration: Sales/Load daily.orch.yaml')
  expect(textOf(terminal, 'Any.orch.yaml')).toBe(files['Any.orch.yaml'])
  expect(textOf(terminal, 'Load.tran.yaml')).toBe(files['Load.tran.yaml'])
})

test('the command lists what it changed, and what it leaves to the user', async () => {
  using terminal = openFolder()
  const { out, code } = await terminal.run('rename', 'Other', 'Else', 'pipelines')
  expect({ out, code }).toEqual({ out: 'Renamed Other.orch.yaml to Else.orch.yaml.\n', code: 0 })
  const second = await terminal.run('rename', 'Load.orch.yaml', 'Loads', 'pipelines')
  expect(second.out).toContain('Changed 2 files that run it:\n  Load.test.yaml\n  Nightly.orch.yaml\n')
  expect(second.out).toContain('from a variable; look at them yourself:\n  Any.orch.yaml\n')
})

test.each([
  [['None', 'Else'], 'There is no pipeline None in pipelines'],
  [['Load', 'Else'], 'Load.orch.yaml and Load.tran.yaml have this name'],
  [['Other', 'Load'], 'Load.orch.yaml is there already; choose another name'],
  [['Other', 'Else.tran.yaml'], 'It is an orchestration, and stays one'],
  [['Other', '../Else'], 'A folder needs a name'],
])('%j is refused, and nothing is changed', async (args, words) => {
  using terminal = openFolder()
  expect(await terminal.run('rename', ...args, 'pipelines')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(words),
  })
  expect(readdirSync(join(terminal.folder, 'pipelines')).sort()).toEqual(Object.keys(files).sort())
})

test('nothing is changed when a file that names the pipeline cannot be', async () => {
  using terminal = openFolder()
  writeFileSync(join(terminal.folder, 'pipelines/Broken.orch.yaml'), 'a: [\n  orchestrationJob: Load\n')
  const { code, err } = await terminal.run('rename', 'Load.orch.yaml', 'Else', 'pipelines')
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining('Broken.orch.yaml may run it'),
  })
  expect(textOf(terminal, 'Load.orch.yaml')).toBe(load)
  expect(textOf(terminal, 'Nightly.orch.yaml')).toBe(nightly)
})
