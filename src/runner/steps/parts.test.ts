import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { type PipelineRunner, startPipelineRunner } from '../../../test/support/run-pipelines.ts'

/** Steps of other programs, seen at a real runner; the program stands where dbt does. */
let runner: PipelineRunner
let folder: string

const node = (id: string, status: string, message: string | null) => ({
  unique_id: id,
  status,
  message,
  execution_time: 2,
  timing: [{ name: 'execute', started_at: '2020-01-01T00:00:00Z', completed_at: '2020-01-01T00:00:02Z' }],
  adapter_response: {},
})
const results = {
  results: [
    node('model.shop.orders', 'success', 'SELECT 5'),
    node('test.shop.unique', 'warn', 'Got 2 results'),
    node('model.shop.large', 'error', 'Database Error\n  no column "p4ss-hush"'),
    node('model.shop.after', 'skipped', null),
  ],
}
const program = `#!/bin/bash
mkdir -p "$DBT_TARGET_PATH"; echo '${JSON.stringify(results)}' > "$DBT_TARGET_PATH/run_results.json"
exit 1
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-parts-'))
  await writeFile(join(folder, 'dbt'), program)
  await chmod(join(folder, 'dbt'), 0o755)
  vi.stubEnv('HEADRACE_DBT', join(folder, 'dbt'))
  vi.stubEnv('HEADRACE_SECRET_DB', 'p4ss-hush')
  runner = await startPipelineRunner()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await runner[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

test('each node of dbt is a step of the execution, with its end and its message', async () => {
  const files = {
    'dbt_project.yml': 'name: shop\nprofile: shop\n',
    'main.orch.yaml': orchestration({
      Start: start('Build'),
      Build: { type: 'commands-for-dbt-core', parameters: { command: 'dbt build' } },
    }),
  }
  const connection = {
    type: 'POSTGRES',
    host: '127.0.0.1',
    port: 1,
    database: 'shop',
    user: 'loader',
    passwordSecret: 'db',
    ssl: false,
  }
  const { status, steps } = await runner.run(files, 'main', { connection })
  expect(status).toBe('FAILED')
  expect(steps.map(({ key, type, result, message }) => [key, type, result, message])).toEqual([
    ['Start', 'start', 'SUCCESS', undefined],
    ['Build[model.shop.orders]', 'dbt-model', 'SUCCESS', 'success'],
    ['Build[test.shop.unique]', 'dbt-test', 'SUCCESS', 'warn: Got 2 results'],
    ['Build[model.shop.large]', 'dbt-model', 'FAILED', 'error: Database Error no column "***"'],
    ['Build[model.shop.after]', 'dbt-model', 'SKIPPED', 'skipped'],
    ['Build', 'commands-for-dbt-core', 'FAILED', expect.stringContaining('2 of 4 succeeded')],
  ])
  const build = steps.at(-1)!
  for (const { startedAt, finishedAt } of steps.slice(1, -1)) {
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(Date.parse(build.startedAt))
    expect(Date.parse(finishedAt)).toBeLessThanOrEqual(Date.parse(build.finishedAt))
  }
})
