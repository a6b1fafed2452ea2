import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPythonClient, buildPythonOrchestrators } from '../../scripts/build-clients.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, waitFor } from '../support/platform.ts'
import { usePlatform } from '../support/use-platform.ts'
import { orchestrators } from './scripts.ts'

/**
 * `npm run test:orchestrators`: the real packages of each orchestrator, from the registry, before a really
 * started platform.
 */
const platform = usePlatform()
const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
let root = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'headrace-orchestrators-'))
  await buildPythonClient(join(root, 'client'))
  await buildPythonOrchestrators(join(root, 'orchestrators'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** A Python with these packages; HEADRACE_TEST_PYTHON names another one than python3 to begin with. */
async function installed(folder: string, ...packages: readonly string[]): Promise<string> {
  await run(process.env['HEADRACE_TEST_PYTHON'] ?? 'python3', ['-m', 'venv', folder])
  const python = join(folder, 'bin/python')
  await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { maxBuffer: MAX_OUTPUT_BYTES })
  return python
}

async function loginEnv() {
  const text = await readFile(join(platform.folder, 'admin-credentials.json'), 'utf8')
  const { clientId, clientSecret } = JSON.parse(text) as { clientId: string; clientSecret: string }
  const connection = { conn_type: 'generic', host: platform.origin, login: clientId, password: clientSecret }
  return {
    HEADRACE_URL: platform.origin,
    HEADRACE_CLIENT_ID: clientId,
    HEADRACE_CLIENT_SECRET: clientSecret,
    AIRFLOW_CONN_HEADRACE_DEFAULT: JSON.stringify(connection),
  }
}

const pipelines = {
  'hello.orch.yaml': orchestration(
    {
      Start: start('Say'),
      Say: { type: 'print-variables', parameters: { variablesToPrint: [['city']] } },
    },
    { city: { type: 'TEXT', defaultValue: 'Oslo' } },
  ),
  'broken.orch.yaml': orchestration({ Start: start('Fail'), Fail: bash('echo "no table" >&2; exit 3') }),
  'slow.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('sleep 50') }),
}

for (const { name, packages, file, script, command } of orchestrators) {
  test(`${name} runs a pipeline, shows its log, and fails with it`, async () => {
    const project = await aPublishedProject(platform.client, pipelines)
    const folder = join(root, name)
    const ours = [join(root, 'client'), join(root, 'orchestrators')]
    await installed(folder, ...packages, ...ours)
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      AIRFLOW_HOME: join(folder, 'airflow'),
      AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
      DAGSTER_DISABLE_TELEMETRY: 'true',
      DO_NOT_TRACK: '1',
      PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS: '300',
      PROJECT: project.name,
      ...(await loginEnv()),
    }
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), script)
    const options = { env, cwd: folder, maxBuffer: MAX_OUTPUT_BYTES }
    const { stdout, stderr } = await run('bash', ['-c', command], options)
    expect(stdout.match(/^run:.*$/gm)).toEqual(['run:SUCCESS', 'run:FAILED'])
    const said = stdout + stderr
    expect(said).toContain('city = Bergen')
    expect(said).toContain('broken in Development ended with FAILED')
    expect(said).not.toContain(env.HEADRACE_CLIENT_SECRET)
  })
}

test('what interrupts the waiting cancels the execution', async () => {
  const project = await aPublishedProject(platform.client, pipelines)
  const python = await installed(join(root, 'plain'), join(root, 'client'), join(root, 'orchestrators'))
  const script = `
import os, signal
from headrace_client import Headrace
from headrace_orchestrators import PipelineRun, run_pipeline
def interrupt(_): os.kill(os.getpid(), signal.SIGINT)
run = PipelineRun(os.environ["PROJECT"], "slow", "Development")
try:
    run_pipeline(Headrace.from_environment(), run, print, interrupt)
except KeyboardInterrupt:
    print("interrupted")
`
  const env = { PATH: process.env['PATH'], PROJECT: project.name, ...(await loginEnv()) }
  const { stdout } = await run(python, ['-c', script], { env })
  expect(stdout).toContain('interrupted')
  const ended = await waitFor('the execution to be cancelled', async () => {
    const query = { projectId: project.projectId }
    const { results } = await platform.client.get<{ results: { status: string }[] }>(
      '/v1/pipeline-executions',
      query,
    )
    return results.length === 1 && results[0]!.status === 'CANCELLED'
  })
  expect(ended).toBe(true)
})
