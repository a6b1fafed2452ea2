import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal, type TestTerminal } from '../../testing/terminal.ts'

const start = '  components:\n    Start: { type: start, transitions: { unconditional: [Next] } }\n'
const sound = `pipeline:\n${start}    Next: { type: end-success }\n`
const doubtful = `pipeline:\n${start}    Next: { type: teleport }\n`
const wordy = `pipeline:\n${start}    Next: { type: print-variables, parameters: { variablesToPrint: [], prefixTxt: x } }\n`
const pushed = `pipeline:\n${start}    Next: { type: python-pushdown, parameters: { pythonScript: "x = 1" } }\n`
const broken = `pipeline:\n${start}    Other: { type: end-success }\n`

function folderOf(terminal: TestTerminal, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(terminal.folder, path, '..'), { recursive: true })
    writeFileSync(join(terminal.folder, path), content)
  }
}

test.each([
  ['pipelines that can run', { 'a.orch.yaml': sound }, [], 0],
  ['warnings alone', { 'a.orch.yaml': wordy }, [], 0],
  ['warnings where they count', { 'a.orch.yaml': wordy }, ['--strict'], 1],
  ['a component of an unknown type', { 'a.orch.yaml': doubtful }, [], 1],
  ['one that may be unknown', { 'a.orch.yaml': doubtful }, ['--allow-unknown'], 0],
  ['one that only another platform runs', { 'a.orch.yaml': pushed }, [], 1],
  ['one that may fail when it runs', { 'a.orch.yaml': pushed }, ['--allow-unknown'], 0],
  ['errors', { 'a.orch.yaml': sound, 'b.orch.yaml': broken }, [], 1],
  ['a pipeline that is no text', { 'a.orch.yaml': Buffer.from([0xff, 0xfe, 0x00]) }, [], 1],
  ['no pipelines', { 'a.txt': 'x' }, [], 2],
])('the exit code tells %s', async (_what, files, options, code) => {
  using terminal = openTerminal()
  folderOf(terminal, files)
  expect((await terminal.run('validate', '.', ...options)).code).toBe(code)
  expect((await terminal.run('validate', '.', '--json', ...options)).code).toBe(code)
})

test('a file whose ending is nearly that of a pipeline is pointed out', async () => {
  using terminal = openTerminal()
  folderOf(terminal, {
    'a.orch.yaml': sound,
    'b.orch.yml': broken,
    'C.TRAN.YAML': '',
    'd.yml': '',
    '.orch.yml': '',
  })
  const { code, out } = await terminal.run('validate', '.', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject([
    { file: 'C.TRAN.YAML', severity: 'warning', rule: 'pipeline-ending' },
    { file: 'b.orch.yml', severity: 'warning', rule: 'pipeline-ending' },
  ])
})

test('a folder that could not be read was not checked', async () => {
  using terminal = openTerminal()
  const { code, err } = await terminal.run('validate', 'nowhere')
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('could not be read') })
})

test.each(['validate', 'review', 'test'])(
  'a mistyped option of %s is no fault of the pipelines',
  async (command) => {
    using terminal = openTerminal()
    folderOf(terminal, { 'a.orch.yaml': sound })
    await expect(terminal.run(command, '.', '--strct')).rejects.toMatchObject({ exitCode: 2 })
  },
)

test('the program exits as the command says', () => {
  const ran = (...args: string[]) =>
    spawnSync(process.execPath, ['bin/headrace.mjs', 'validate', ...args]).status
  expect([ran('.', '--strct'), ran('--help')]).toEqual([2, 0])
})

test.each(['validate', 'review'])('a warehouse that there is not is refused by %s', async (command) => {
  using terminal = openTerminal()
  folderOf(terminal, { 'a.orch.yaml': sound })
  const typo = terminal.run(command, '.', '--warehouse', 'SNOWFLKE')
  await expect(typo).rejects.toThrow('Expected one of DUCKDB')
  expect((await terminal.run(command, '.', '--warehouse', 'snowflake')).code).toBe(0)
})

test('no name of a component reaches the terminal as a command', async () => {
  using terminal = openTerminal()
  const named = doubtful.replaceAll('Next', '"A\\e[2J\\n::error::spoofed"')
  folderOf(terminal, { 'a.orch.yaml': named })
  const { out } = await terminal.run('validate', '.')
  expect(out).toMatch(/^a\.orch\.yaml:4: error: .*A \[2J ::error::spoofed/)
  expect(out).not.toMatch(/^::/m)
  expect(out).not.toContain('\u001b')
})

test('every fault has file, line, component, rule and hint, for programs too', async () => {
  using terminal = openTerminal()
  folderOf(terminal, { 'in/b.orch.yaml': broken, 'in/a.orch.yaml': doubtful })
  const { out } = await terminal.run('validate', 'in', '--format', 'json')
  expect(JSON.parse(out)).toEqual([
    {
      severity: 'error',
      file: 'a.orch.yaml',
      line: 4,
      component: 'Next',
      rule: 'unknown-component-type',
      message: expect.stringContaining('teleport'),
      hint: expect.any(String),
    },
    {
      severity: 'error',
      file: 'b.orch.yaml',
      line: 3,
      component: 'Start',
      rule: 'unknown-transition-target',
      message: expect.stringContaining('"Next"'),
      hint: expect.any(String),
    },
    expect.objectContaining({ rule: 'unreachable-component', line: 4 }),
  ])
})

test('faults of parameters are at their own lines, and say what was meant', async () => {
  using terminal = openTerminal()
  const text = `pipeline:
  components:
    Start: { type: start, transitions: { unconditional: [Ask] } }
    Ask:
      type: "query-to-scaler"
      transitions: { success: [Wait] }
    Wait:
      type: "retry"
      parameters:
        retryDelai: "Short delay"
        numberOfRetries: "many"
      iterationTarget: "Work"
    Work: { type: print-variables, parameters: { variablesToPrint: [] } }
`
  folderOf(terminal, { 'a.orch.yaml': text })
  const { out } = await terminal.run('validate', '.', '--json')
  const found = JSON.parse(out) as { line: number; rule: string; hint?: string }[]
  expect(found.map(({ line, rule }) => [line, rule])).toEqual([
    [4, 'unknown-component-type'],
    [10, 'unknown-parameter'],
    [11, 'invalid-parameter'],
  ])
  expect(found[0]?.hint).toMatch(/^Did you mean "query-to-scalar"\?/)
  expect(found[1]?.hint).toBe('Did you mean "retryDelay"?')
})

test('what only another platform runs comes with what to do instead', async () => {
  using terminal = openTerminal()
  folderOf(terminal, { 'a.orch.yaml': pushed })
  const { out } = await terminal.run('validate', '.')
  expect(out).toContain('"Next" is of type "python-pushdown", which only another platform can run')
  expect(out).toContain('rename pythonScript to script and scriptTimeout to timeout')
})

test('SARIF 2.1.0 goes to a file or to the output, with paths from where the command runs', async () => {
  using terminal = openTerminal()
  folderOf(terminal, { 'data flows/b #1.orch.yaml': broken })
  const printed = await terminal.run('validate', 'data flows', '--format', 'sarif')
  const withFile = await terminal.run('validate', 'data flows', '--sarif', 'out.sarif')
  const log = JSON.parse(readFileSync(join(terminal.folder, 'out.sarif'), 'utf8'))

  expect([printed.code, withFile.code]).toEqual([1, 1])
  expect(JSON.parse(printed.out)).toEqual(log)
  expect(withFile.out).toContain('1 pipeline: 1 error, 1 warning.')
  expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'headrace validate' } } }] })
  const [run] = log.runs
  const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(['unknown-transition-target', 'unreachable-component'])
  for (const { ruleId, ruleIndex } of run.results) expect(ids[ruleIndex]).toBe(ruleId)
  expect(run.results[0]).toMatchObject({
    level: 'error',
    message: { text: expect.stringContaining('"Next"') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'data%20flows/b%20%231.orch.yaml' },
          region: { startLine: 3 },
        },
        logicalLocations: [{ name: 'Start' }],
      },
    ],
  })
  expect((await terminal.run('validate', '.', '--sarif', 'no/such/folder.sarif')).code).toBe(2)
})
