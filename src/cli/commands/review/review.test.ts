import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { openTerminal, type TestTerminal } from '../../testing/terminal.ts'

const sound = `pipeline:
  metadata: { description: Nothing to do }
  components:
    Start: { type: start, transitions: { unconditional: [Done] } }
    Done: { type: end-success }
`
const undescribed = sound.replace(/ {2}metadata.*\n/, '')
const secret = sound.replace('components:', 'variables: { api_token: { defaultValue: abc } }\n  components:')
const rules = (text: string) => ({ '.headrace/quality.yaml': text })

function folderOf(terminal: TestTerminal, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(terminal.folder, path, '..'), { recursive: true })
    writeFileSync(join(terminal.folder, path), content)
  }
}

test.each([
  ['pipelines without findings', { 'a.orch.yaml': sound }, [], 0],
  ['warnings alone', { 'a.orch.yaml': undescribed }, [], 0],
  ['warnings where they count', { 'a.orch.yaml': undescribed }, ['--strict'], 1],
  ['an error', { 'a.orch.yaml': secret }, [], 1],
  [
    'a warning that the repository calls an error',
    { 'a.orch.yaml': undescribed, ...rules('- { id: missing-description, severity: error }') },
    [],
    1,
  ],
  [
    'an error in a pipeline that is left out',
    { 'a.orch.yaml': sound, 'b.orch.yaml': secret, ...rules('exclude: [b]') },
    [],
    0,
  ],
  [
    'rules of its own',
    { 'a.orch.yaml': secret, 'mine.yaml': '- { id: hard-coded-secret, enabled: no }' },
    ['--rules', 'mine.yaml'],
    0,
  ],
  ['rules that cannot be read', { 'a.orch.yaml': sound, ...rules('[') }, [], 1],
  ['rules that are not there', { 'a.orch.yaml': sound }, ['--rules', 'absent.yaml'], 2],
  ['a pipeline that is no text', { 'a.orch.yaml': Buffer.from([0xff, 0xfe, 0x00]) }, [], 1],
  ['no pipelines', { 'a.txt': 'x' }, [], 2],
  ['a SARIF file that cannot be written', { 'a.orch.yaml': sound }, ['--sarif', 'no/such/file'], 2],
])('the exit code tells %s', async (_what, files, options, code) => {
  using terminal = openTerminal()
  folderOf(terminal, files)
  expect((await terminal.run('review', '.', ...options)).code).toBe(code)
  expect((await terminal.run('review', '.', '--json', ...options)).code).toBe(code)
})

test('findings are shown with their lines, and are JSON for programs', async () => {
  using terminal = openTerminal()
  folderOf(terminal, { 'a.orch.yaml': undescribed, 'b.orch.yaml': secret, ...rules('exclude: [a]') })
  const { out } = await terminal.run('review', '.')
  expect(out).toContain('b.orch.yaml:3: error: The variable "api_token" has a default value')
  expect(out).toContain('(hard-coded-secret)')
  expect(out).toMatch(/1 pipeline: 1 error, \d+ warnings\./)
  const printed = JSON.parse((await terminal.run('review', '.', '--format', 'json')).out)
  expect(printed).toMatchObject({ reviewStatus: 'FAILED', excludedFiles: ['a.orch.yaml'] })
  expect(printed.findings[0]).toMatchObject({ file: 'b.orch.yaml', line: 3, hint: expect.any(String) })
})

test('SARIF is valid by its published schema, and describes its rules', async () => {
  using terminal = openTerminal()
  folderOf(terminal, { 'in/a #1.orch.yaml': undescribed, 'in/b.orch.yaml': secret })
  const { code } = await terminal.run('review', 'in', '--sarif', 'out.sarif')
  const log = JSON.parse(readFileSync(join(terminal.folder, 'out.sarif'), 'utf8'))
  const printed = await terminal.run('review', 'in', '--format', 'sarif')
  expect([code, JSON.parse(printed.out)]).toEqual([1, log])
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false })
  // It is of draft 4, whose only words that mean something else today are these two.
  const { $schema: _, id: __, ...schema } = published
  const isValid = ajv.compile(schema)
  expect([isValid(log), isValid.errors]).toEqual([true, null])
  expect(isValid({ ...log, version: '2.0.0' })).toBe(false)
  const [{ tool, results }] = log.runs
  expect(tool.driver.name).toBe('headrace review')
  expect(tool.driver.rules).toContainEqual({
    id: 'missing-description',
    shortDescription: { text: 'Pipelines are described' },
  })
  expect(results[0].locations[0].physicalLocation).toEqual({
    artifactLocation: { uri: 'in/a%20%231.orch.yaml' },
    region: { startLine: 1 },
  })
})
