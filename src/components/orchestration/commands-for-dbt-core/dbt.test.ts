import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Connection } from '../../../warehouses/connection.ts'
import { stepContext, type TestContext, type TestStep } from '../../testing/step-context.ts'
import { commandWords } from './command.ts'
import { profilesOf } from './project.ts'
import { dbtFaults } from './properties.ts'
import { run as dbt } from './run.ts'

const recorded = new URL('./recorded/', import.meta.url)
let folder: string
let context: TestContext | undefined

/**
 * A program that stands where dbt does: it says and leaves what dbt 1.10 did, and keeps how it was called.
 */
const program = `#!/bin/bash
echo "$@" >> "$CALLS"
[ "$1" = deps ] && exit 0
[ "$1" = list ] && echo '{"info": {"level": "info", "msg": "shop.orders"}}' && exit 0
[ "$1" = parse ] && echo '{"info": {"level": "error", "msg": "Encountered an error:\\nno model"}}' && exit 2
[ "$1" = run ] && exec sleep 300
[ "$1" = seed ] && mkdir -p "$DBT_TARGET_PATH" && mkfifo "$DBT_TARGET_PATH/run_results.json" && exit 0
[ "$1" = test ] && mkdir -p "$DBT_TARGET_PATH" && ln -s "$RECORDED/run_results.json" "$DBT_TARGET_PATH" && exit 0
[ "$1" = snapshot ] && ln -s "$RECORDED" "$DBT_TARGET_PATH" && exit 0
env > "$CALLS.env"; cat "$DBT_PROFILES_DIR/profiles.yml" > "$CALLS.profiles"; ls "$DBT_PROJECT_DIR" > "$CALLS.files"
cat "$RECORDED/log.jsonl"
mkdir -p "$DBT_TARGET_PATH"; cp "$RECORDED/run_results.json" "$DBT_TARGET_PATH"
exit 1
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-dbt-'))
  await writeFile(join(folder, 'dbt'), program)
  await chmod(join(folder, 'dbt'), 0o755)
  vi.stubEnv('HEADRACE_DBT', join(folder, 'dbt'))
})
afterEach(() => context?.dispose())
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const postgres: Connection = {
  type: 'POSTGRES',
  host: 'db.example.com',
  port: 5433,
  database: 'shop',
  user: 'loader',
  password: 'p@ss: "word"',
  schema: 'sales',
  ssl: true,
}
const files = {
  'analytics/dbt_project.yml': 'name: shop\nprofile: shop\n',
  'analytics/models/orders.sql': 'select 1 as id',
  'analytics/dbt_packages/x/dbt_project.yml': 'name: x\n',
  'sql/other.sql': 'select 2',
}

let calls = 0
async function run(parameters: object, step: TestStep = {}) {
  const kept = join(folder, `calls-${++calls}`)
  await writeFile(kept, '')
  context = stepContext({ databaseConnection: postgres, versionFiles: files, ...step })
  const variables = [
    ['CALLS', kept],
    ['RECORDED', recorded.pathname],
    ['DBT_TARGET_SCHEMA', 'KAREY'],
  ]
  const outcome = await dbt.run(context, { mapDbtEnvironmentVariables: variables, ...parameters } as never)
  const left = (name: string) => readFile(`${kept}${name}`, 'utf8')
  return { outcome, lines: context.lines, parts: context.parts, left }
}

test.each([
  ['a pipe', 'seed'],
  ['a link to a file of others', 'test'],
  ['a folder of others', 'snapshot'],
])('%s in the place of its results is neither waited for nor read', async (_, command) => {
  const { outcome, parts } = await run({ command: `dbt ${command}` })
  expect(outcome).toMatchObject({ result: 'SUCCESS', message: `dbt ${command}: done` })
  expect(parts).toEqual([])
})

test('what dbt says and leaves becomes the log and the message of the step', async () => {
  const { outcome, lines, left } = await run({
    command: 'dbt build --select "orders +totals"',
    dbtUrl: 'https://x',
  })
  expect(outcome).toEqual({
    result: 'FAILED',
    rowCount: 5,
    message:
      'dbt build: 2 of 7 succeeded, 2 failed, 3 skipped. model.shop.large: Database Error in model large ' +
      '(models/large.sql) column "nothing" does not exist LINE 12:      select nothing from generate_series(1, 3). ' +
      'test.shop.accepted_values_orders_amount__2__4.91bd66db36: Got 3 results, configured to fail if != 0',
  })
  expect(lines).toContain('Running with dbt=1.10.23')
  expect(lines).toContainEqual(expect.stringMatching(/^model\.shop\.orders: success, 5 rows, \d\.\d\d s$/))
  expect(lines).toContainEqual(expect.stringMatching(/^test\.shop\.unique_orders_id\.\w+: pass, \d\.\d\d s$/))
  expect(lines).toContainEqual(expect.stringMatching(/^model\.shop\.after: skipped, 0\.00 s$/))
  expect(await left('')).toBe('build --select orders +totals\n')
  expect((await left('.files')).split('\n')).toEqual(['dbt_packages', 'dbt_project.yml', 'models', ''])
})

test('each node is a part of the step, with its time, its rows and what went wrong', async () => {
  const { parts } = await run({ command: 'dbt build' })
  expect(parts.map(({ type, outcome }) => `${type} ${outcome.result}`)).toEqual([
    ...['dbt-model FAILED', 'dbt-model SUCCESS', 'dbt-test FAILED', 'dbt-test SUCCESS'],
    ...['dbt-model SKIPPED', 'dbt-model SKIPPED', 'dbt-model SKIPPED'],
  ])
  const named = (name: string) => parts.find((part) => part.name === name)!
  expect(named('model.shop.orders').outcome).toEqual({ result: 'SUCCESS', message: 'success', rowCount: 5 })
  expect(named('model.shop.large').outcome.message).toContain('error: Database Error in model large')
  const { startedAt, finishedAt } = named('model.shop.orders')
  expect(finishedAt.getTime() - startedAt.getTime()).toBe(416)
})

test('the profile is made of the connection, and the password is in the environment alone', async () => {
  const { left } = await run({ command: 'dbt build' })
  const profiles = await left('.profiles')
  expect(profiles).toContain('password: "{{ env_var(\'DBT_ENV_SECRET_HEADRACE_PASSWORD\') }}"')
  expect(profiles).not.toContain('p@ss')
  expect(profiles).toMatch(/^shop:\n {2}target: headrace\n.*schema: sales\n.*sslmode: verify-full/s)
  const environment = await left('.env')
  expect(environment).toContain('DBT_ENV_SECRET_HEADRACE_PASSWORD=p@ss: "word"')
  expect(environment).toContain('DBT_TARGET_SCHEMA=KAREY')
  expect(profilesOf('shop', postgres, { schema: 'own', threads: 4 })).toMatchObject({
    text: expect.stringContaining('schema: own'),
  })
})

test('packages are fetched first, and a command without results says what it says', async () => {
  const packaged = { ...files, 'analytics/packages.yml': 'packages: []' }
  const listed = await run({ command: 'dbt list' }, { versionFiles: packaged })
  expect(listed.outcome).toEqual({ result: 'SUCCESS', message: 'dbt list: done' })
  expect(await listed.left('')).toBe('deps\nlist\n')
  const broken = await run({ command: 'dbt parse' })
  expect(broken.outcome).toEqual({ result: 'FAILED', message: 'dbt parse: Encountered an error:\nno model' })
})

test('a cancel ends dbt', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled')
  const running = run({ command: 'dbt run' }, { signal: cancel.signal })
  const kept = join(folder, `calls-${calls}`)
  await vi.waitFor(async () => expect(await readFile(kept, 'utf8')).toBe('run\n'), 60_000)
  cancel.abort(reason)
  await expect(running).rejects.toBe(reason)
})

test('what is missing is said: dbt itself, a project, a database that dbt reaches', async () => {
  vi.stubEnv('HEADRACE_DBT', '/nowhere/dbt')
  const none = (await run({ command: 'dbt build' })).outcome.message
  vi.stubEnv('HEADRACE_DBT', join(folder, 'dbt'))
  expect(none).toContain('/nowhere/dbt was not found on this runner. Install dbt-core and dbt-postgres')
  const away = await run(
    { command: 'dbt build', dbtUrl: 'https://u:p@git.example.com/x' },
    { versionFiles: {} },
  )
  expect(away.outcome.message).toBe(
    'There is no dbt_project.yml in the version that runs. Add the files of https://git.example.com/x to it',
  )
  const two = { ...files, 'other/dbt_project.yml': 'name: y\nprofile: y' }
  expect((await run({ command: 'dbt build' }, { versionFiles: two })).outcome.message).toBe(
    'There are several dbt projects; name one as "gitFolderPath": analytics, other',
  )
  const named = await run({ command: 'dbt build', gitFolderPath: '/analytics/' }, { versionFiles: two })
  expect(named.outcome.message).toContain('dbt build: 2 of 7 succeeded')
  const duckdb = await run({ command: 'dbt build' }, { databaseConnection: { type: 'DUCKDB', path: 'x' } })
  expect(duckdb.outcome.message).toContain('dbt needs an environment on PostgreSQL')
})

test('a command is words, and no shell', () => {
  expect(commandWords(`dbt run -s "a b" --vars '{"x": "y"}' c\\ d`)).toEqual({
    words: ['run', '-s', 'a b', '--vars', '{"x": "y"}', 'c d'],
  })
  const faults = ['dbt', 'rm -rf /', 'dbt run "open', 'dbt run --profiles-dir=/x', 'dbt deps && dbt run'].map(
    commandWords,
  )
  expect(faults.map((one) => 'fault' in one)).toEqual([true, true, true, true, true])
  const real = {
    command: 'dbt test -s ${dbt_model}',
    dbtUrl: 'https://github.com/x/y.git',
    branch: 'dev',
    gitFolderPath: null,
    mapDbtEnvironmentVariables: [['DBT_TARGET_DATABASE', 'DEV_DB']],
    config: null,
  }
  expect(dbtFaults(real)).toEqual([])
  expect(
    dbtFaults({
      command: 'dbt',
      threads: '0',
      timeout: 'x',
      mapDbtEnvironmentVariables: [
        ['PATH', 'x'],
        ['a b', 'x'],
        ['DBT_PROFILES_DIR', 'x'],
      ],
    }),
  ).toHaveLength(6)
})
