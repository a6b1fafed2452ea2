import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { credential, json, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal, type TestTerminal } from '../../testing/terminal.ts'

const pipeline = `pipeline:
  components:
    Start: { type: start, transitions: { unconditional: [Show, Rows] } }
    Show: { type: update-scalar, parameters: { scalarVariables: [["city", "\${reigon} \${other}"]] } }
    Rows: { type: grid-iterator, iterationTarget: Work, parameters: { gridVariable: shops, gridIteratorMapping: [["city", "town"]] } }
    Work: { type: print-variables, parameters: { variablesToPrint: [limit] } }
    Call: { type: run-orchestration, parameters: { orchestrationJob: child, setScalarVariables: [["limit", "1"], ["shops", "2"]] } }
`
const child = 'pipeline:\n  components:\n    Start: { type: start }\n'
const variables = [
  { name: 'city', type: 'TEXT', behaviour: 'COPIED', value: '', overrides: [] },
  { name: 'region', type: 'TEXT', behaviour: 'COPIED', value: 'eu', overrides: [] },
  { name: 'limit', type: 'NUMBER', behaviour: 'COPIED', value: 1, overrides: [] },
  { name: 'shops', type: 'GRID', behaviour: 'COPIED', value: [], columns: ['town'], overrides: [] },
]
const csv = `name,environmentName,type,behaviour,value,columns
city,,TEXT,COPIED,,
region,,TEXT,COPIED,eu,
limit,,NUMBER,COPIED,1,
shops,,GRID,COPIED,[],"[""town""]"
`

function openFolder(env = {}): TestTerminal {
  const terminal = openTerminal({ env })
  const files = {
    'a.orch.yaml': pipeline,
    'child.orch.yaml': child,
    'v.json': JSON.stringify({ variables }),
    'v.yaml': `variables:\n${variables.map((one) => `  - ${JSON.stringify(one)}\n`).join('')}`,
    'v.csv': csv,
    'odd.yaml': 'variables:\n  - { name: a, type: DATE }\n  - { type: TEXT }\n',
    'list.json': '[1]',
    'broken.yaml': 'a: [',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(terminal.folder, path), text)
  return terminal
}

async function faultsOf(terminal: TestTerminal, ...options: string[]) {
  const { out } = await terminal.run('validate', '.', '--json', ...options)
  const all = JSON.parse(out) as { rule: string; message: string; hint?: string }[]
  return all.filter(({ rule }) => /variable/.test(rule))
}

const expected = [
  { rule: 'undefined-variable', message: expect.stringContaining('"reigon"') },
  { rule: 'undefined-variable', message: expect.stringContaining('"other"') },
  { rule: 'wrong-variable-type', message: expect.stringContaining('GRID in the project') },
]

test.each(['v.json', 'v.yaml', 'v.csv'])('variables of the project in %s are known', async (file) => {
  using terminal = openFolder()
  const without = await faultsOf(terminal)
  const found = await faultsOf(terminal, '--variables', file)
  expect(without.filter(({ rule }) => rule === 'undefined-variable').length).toBeGreaterThan(3)
  expect(without.some(({ rule }) => rule === 'unknown-child-variable')).toBe(true)
  expect(found).toMatchObject(expected)
  expect(found[0]?.hint).toMatch(/^Did you mean "region"\?/)
})

test('they come from a server too', async () => {
  await using api = await startApi({
    'GET /v1/projects': (_request, response) =>
      json(response, 200, { results: [{ id: 'p1', name: 'Demo' }], page: 0, size: 100, total: 1 }),
    'GET /v1/projects/p1/variables': (_request, response) =>
      json(response, 200, { results: variables, page: 0, size: 100, total: variables.length }),
  })
  using terminal = openFolder(loginTo(api, credential))
  expect(await faultsOf(terminal, '--project', 'demo')).toMatchObject(expected)
})

test('without its variables nothing is validated', async () => {
  using terminal = openFolder()
  const failed = async (...options: string[]) => terminal.run('validate', '.', ...options)
  expect(await failed('--variables', 'none.json')).toMatchObject({ code: 2, out: '' })
  expect(await failed('--project', 'Demo')).toMatchObject({ code: 2, err: expect.stringContaining('login') })
  for (const [file, words] of [
    ['odd.yaml', 'the type of a must be'],
    ['odd.yaml', 'variables[1] has no name'],
    ['list.json', 'no list "variables"'],
    ['broken.yaml', 'Flow sequence'],
  ] as const)
    expect(await failed('--variables', file)).toMatchObject({ code: 2, err: expect.stringContaining(words) })
})
