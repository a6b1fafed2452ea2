import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openTerminal, type TestTerminalOptions } from '../../testing/terminal.ts'

const totals = `type: "orchestration"
version: "1.0"
pipeline:
  components:
    Start: { type: "start", transitions: { unconditional: ["Sum"] } }
    Sum:
      type: "sql-executor"
      transitions: { success: ["Count"] }
      parameters:
        sqlScript: "create table totals as select region, sum(amount) as total from raw.orders where day >= '\${day}' group by region"
    Count:
      type: "query-to-scalar"
      transitions: { success: ["Tell"] }
      parameters:
        mode: "Advanced"
        query: "select count(*) as n from totals"
        scalarVariableMapping: [["regions", "n"]]
    Tell:
      type: "webhook-post"
      parameters: { url: "\${chat_url}", payload: '{"regions": \${regions}, "at": "\${new Date().toISOString()}"}' }
  variables:
    day: { metadata: { type: "TEXT", visibility: "PUBLIC" }, defaultValue: "2026-01-01" }
    regions: { metadata: { type: "NUMBER", scope: "SHARED" }, defaultValue: "0" }
`

const tested = (total: number, more = '') => `type: "test"
test:
  run: { orchestration: "Totals", variables: { day: "2026-02-01" } }
  now: "2026-03-01T06:00:00Z"
  variables: { chat_url: "https://chat.example/hook" }
  webhooks: { chat: { url: "https://chat.example/hook" } }
  tables:
    raw.orders:
      columns: { region: VARCHAR, amount: "NUMBER(10,2)", day: DATE }
      rows: [["EU", 1.50, 2026-02-01], ["EU", 2.25, 2026-02-02], ["US", 7, 2026-01-01], ["US", null, 2026-03-01]]
  expect:
    tables: { totals: { rows: [["EU", ${total}], ["US", null]] } }
    variables: { regions: 2 }
    steps: { Count: { status: SUCCESS, runs: 1 } }
    webhooks: { chat: { bodies: [{ regions: 2, at: "2026-03-01T06:00:00.000Z" }] } }
${more}`

function openProject(files: Readonly<Record<string, string>>, options?: TestTerminalOptions) {
  const terminal = openTerminal(options)
  for (const [path, text] of Object.entries({ 'Totals.orch.yaml': totals, ...files })) {
    mkdirSync(dirname(join(terminal.folder, path)), { recursive: true })
    writeFileSync(join(terminal.folder, path), text)
  }
  return terminal
}

const leftovers = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`headrace-pipeline-tests-${hostname()}-`))

test('what is expected passes: rows, variables, steps, webhooks and the time', async () => {
  using project = openProject({ 'day/Good.test.yaml': tested(3.75) })
  const { code, out, err } = await project.run('test')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^✓ day\/Good \([\d.]+ s\)\n1 test: 1 passed, 0 failed in [\d.]+ s\.\n$/)
})

test('what is not fails with what was expected and what is there, in every form', async () => {
  const flow = `${tested(3.75, '    status: FAILED\n')}`
  using project = openProject({
    'Bad.test.yaml': tested(4),
    'Ended.test.yaml': flow,
    'Good.test.yaml': tested(3.75),
  })
  const { code, out } = await project.run('test', '--junit', 'tests.xml', '--annotations')
  expect(code).toBe(1)
  expect(out).toContain(
    '    content of table totals (Bad.test.yaml:12)\n      expected  EU, 4\n      actual    EU, 3.75\n',
  )
  expect(out).toContain('    status (Ended.test.yaml:16)\n      expected  FAILED\n      actual    SUCCESS\n')
  expect(out).toContain('3 tests: 1 passed, 2 failed')
  const at = '::error file=Bad.test.yaml,line=12,title=Bad::content of table totals'
  expect(out).toContain(`${at}%0Aexpected: EU, 4%0Aactual: EU, 3.75\n`)
  const xml = readFileSync(join(project.folder, 'tests.xml'), 'utf8')
  expect(xml).toContain('<testsuites name="headrace test" tests="3" failures="2" errors="0" skipped="0"')
  expect(xml).toContain(
    '<failure message="content of table totals">content of table totals\nexpected: EU, 4\nactual: EU, 3.75',
  )
})

test('a run that was to fail, and fails for another reason than was meant, says which', async () => {
  const other = tested(3.75, '    status: FAILED\n').replace('raw.orders:', 'raw.others:')
  using project = openProject({ 'Other.test.yaml': other })
  const { code, out } = await project.run('test')
  expect(code).toBe(1)
  expect(out).toMatch(/✗ Other .*\n {4}The run ended as FAILED, as expected: .*orders/)
  expect(out).not.toContain('    status (')
})

test('annotations are printed in a workflow of GitHub, and JSON holds everything', async () => {
  using project = openProject({ 'Bad.test.yaml': tested(4) }, { env: { GITHUB_ACTIONS: 'true' } })
  expect((await project.run('test')).out).toContain('::error file=Bad.test.yaml')
  const { tests } = JSON.parse((await project.run('test', '--json')).out)
  expect(tests).toMatchObject([{ name: 'Bad', status: 'FAILED' }])
  expect(tests[0].assertions).toContainEqual({
    what: 'content of table totals',
    line: 12,
    passed: false,
    expected: 'EU, 4',
    actual: 'EU, 3.75',
  })
})

test('an address that the test does not declare is not reached', async () => {
  const undeclared = tested(3.75)
    .replace(/ {2}webhooks: \{ chat: \{ url.*\n/, '')
    .replace(/ {4}webhooks: .*\n/, '')
  using project = openProject({ 'Silent.test.yaml': undeclared })
  const { code, out } = await project.run('test')
  expect(code).toBe(1)
  expect(out).toContain('the test does not declare this address')
})

test('files and CSV beside the test are there, and a flow of its own may prepare', async () => {
  const flow = `type: "test"
pipeline:
  components:
    Start: { type: start, transitions: { unconditional: [Load] } }
    Load: { type: sql-executor, parameters: { sqlScript: "create table loaded as select * from read_csv('\${file}')" } }
test:
  variables: { file: "\${files}/in.csv" }
  files: { in.csv: data/in.csv }
  tables: { given: { file: data/in.csv, columns: { id: INTEGER } } }
  expect:
    tables:
      loaded: { rows: [[1, Oslo], [2, Rome]], ordered: true }
      given: { columns: [id], rows: [[1], [2]] }
    queries: [{ sql: "select city, id from given where id = 2", columns: [id, city], rows: [[2, Rome]] }]
`
  using project = openProject({ 'a/Files.test.yaml': flow, 'a/data/in.csv': 'id,city\n1,Oslo\n2,Rome\n' })
  expect(await project.run('test')).toMatchObject({ code: 0, err: '' })
})

test('a test that takes too long is ended, and an interrupt ends all of them', async () => {
  const endless = `type: test
pipeline:
  components:
    Start: { type: start, transitions: { unconditional: [Ask] } }
    Ask: { type: sql-executor, parameters: { sqlScript: "select count(*) from range(1000000000000) as a(i), range(1000000) as b(j) where hash(i + j) = 7" } }
`
  using project = openProject({ 'Slow.test.yaml': `${endless}test: { timeoutSeconds: 1 }\n` })
  expect((await project.run('test')).out).toContain('The test took longer than 1 s')
  writeFileSync(join(project.folder, 'Slow.test.yaml'), `${endless}test: { timeoutSeconds: 3600 }\n`)
  const before = leftovers()
  const running = project.run('test')
  const hasBegun = () => leftovers().some((name) => !before.includes(name))
  await expect.poll(hasBegun, { timeout: 60_000 }).toBe(true)
  const interrupting = setInterval(project.interrupt, 50)
  const { code, out } = await running
  clearInterval(interrupting)
  expect([code, out]).toEqual([130, expect.stringContaining('1 cancelled')])
})

test('tests are found by name, listed, and a broken one fails alone', async () => {
  using project = openProject({
    'day/Good.test.yaml': tested(3.75),
    'night/Broken.test.yaml': 'type: test\ntest:\n  run: { orchestration: Nowhere }\n  expct: {}\n',
  })
  const { out: list } = await project.run('test', '--list')
  expect(list).toMatch(/day\/Good +Totals/)
  expect(list).toMatch(/night\/Broken +\(it cannot be read\)/)
  expect(await project.run('test', '--filter', 'day/*')).toMatchObject({ code: 0 })
  const broken = await project.run('test', '--filter', 'broken')
  expect(broken.code).toBe(1)
  expect(broken.out).toContain('night/Broken.test.yaml:4: The test has no "expct". Did you mean expect?')
  expect(broken.out).toContain('The test runs the pipeline "Nowhere", which does not exist')
  expect(await project.run('test', '--filter', 'dusk')).toMatchObject({ code: 2 })
  expect(await project.run('validate', '.')).toMatchObject({
    code: 1,
    out: expect.stringContaining('no "expct"'),
  })
})

test('a step that no pipeline has is an error: that it never runs would always be true', async () => {
  const misspelt = tested(3.75).replace('steps: { Count:', 'steps: { Cuont:')
  const of = (pipeline: string) => tested(3.75).replace('runs: 1', `runs: 1, pipeline: ${pipeline}`)
  using project = openProject({
    'Bad.test.yaml': misspelt,
    'Other.test.yaml': of('Nowhere'),
    'Good.test.yaml': of('Totals'),
  })
  const { code, out } = await project.run('test')
  expect(code).toBe(1)
  expect(out).toContain('No pipeline that the test runs has a step "Cuont". Did you mean "Count"?')
  expect(out).toContain('The test runs no pipeline "Nowhere" with a step "Count"')
  expect(out).toContain('3 tests: 1 passed, 2 failed')
})

test('the pipeline of an expected step is named with or without its ending, like the one that runs', async () => {
  const flow = `type: test
pipeline:
  components:
    Start: { type: start, transitions: { unconditional: [Load] } }
    Load: { type: sql-executor, parameters: { sqlScript: "create table loaded as select 1 as id" } }
`
  const own = (pipeline: string) =>
    `${flow}test: { expect: { steps: { Load: { status: SUCCESS, runs: 1, pipeline: ${pipeline} } } } }\n`
  const run = tested(3.75).replace('"Totals"', '"Totals.orch.yaml"')
  const step = (pipeline: string) => run.replace('runs: 1', `runs: 1, pipeline: ${pipeline}`)
  using project = openProject({
    'Plain.test.yaml': step('Totals'),
    'Ending.test.yaml': step('Totals.orch.yaml'),
    'a/Own.test.yaml': own('a/Own.test'),
    'a/OwnFile.test.yaml': own('a/OwnFile.test.yaml'),
  })
  expect((await project.run('test')).out).toContain('4 tests: 4 passed')
})

test('nothing is tested without tests, or with an address that is not of PostgreSQL', async () => {
  using project = openProject({})
  expect(await project.run('test')).toMatchObject({ code: 2, err: expect.stringContaining('No tests in') })
  writeFileSync(join(project.folder, 'Good.test.yaml'), tested(3.75))
  const { code, err } = await project.run('test', '--database-url', 'mysql://x/y')
  expect([code, err]).toEqual([2, expect.stringContaining('not one of PostgreSQL')])
  for (const url of ['postgres://me:s3cret@127.0.0.1/db', 'postgres://me@127.0.0.1/db?password=s3cret']) {
    const open = await project.run('test', '--database-url', url)
    expect([open.code, open.err]).toEqual([2, expect.stringContaining('HEADRACE_TEST_DATABASE_URL')])
    expect(open.err).not.toContain('s3cret')
  }
})

test('what a killed run left is removed by the next, and a folder that is being made is not', async () => {
  using project = openProject({ 'Good.test.yaml': tested(3.75) })
  const [left, fresh] = ['left', 'fresh'].map((name) =>
    join(tmpdir(), `headrace-pipeline-tests-${hostname()}-${name}${process.pid}`),
  )
  for (const folder of [left!, fresh!]) mkdirSync(folder)
  utimesSync(left!, 0, 0)
  await project.run('test')
  const names = leftovers().map((name) => join(tmpdir(), name))
  expect(names).toContain(fresh)
  expect(names).not.toContain(left)
  utimesSync(fresh!, 0, 0)
  await project.run('test')
  expect(leftovers().map((name) => join(tmpdir(), name))).not.toContain(fresh)
})
