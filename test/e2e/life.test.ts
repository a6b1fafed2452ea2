import { execFileSync, spawnSync } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Execution } from '../../src/features/executions/schema.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, headrace, type Platform, waitFor } from '../support/platform.ts'
import { usePlatformFolder } from '../support/use-platform.ts'

/** The lifecycle of the whole platform: start, stop, crash, restart. */
const folder = usePlatformFolder()
/** The folder of DuckDB's extensions, where this machine has them. */
const extensions = process.env['HEADRACE_DUCKDB_EXTENSIONS']

/** Process ids of the platform and of everything that it started. */
function processesOf({ child }: Platform): number[] {
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
  const parents = new Map(
    listing
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number]),
  )
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === child.pid || isOurs(parents.get(pid)))
  return [...parents.keys()].filter(isOurs)
}

/** A process that has ended and waits for init to read its exit code is not alive. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}

/** A process that ends by itself meanwhile, because its parent did, is well. */
function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A loopback port that is in use until `free` is called. */
async function aUsedPort(): Promise<{ port: number; free: () => Promise<unknown> }> {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => other.once('listening', listening))
  const { port } = other.address() as { port: number }
  return { port, free: () => new Promise((closed) => other.close(closed)) }
}

const slow = {
  'Slow.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('echo begun; sleep 3; echo over') }),
}

test('a second start on the same folder names the process that holds it and exits with 1', async () => {
  const platform = await folder.start()
  const second = headrace(['start'], { HEADRACE_DATA_DIR: folder.path, HEADRACE_PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(String(platform.child.pid))
  expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200)
})

test('SIGTERM drains running steps, stops the database and exits with 0', async () => {
  let platform = await folder.start()
  const project = await aPublishedProject(platform.client, slow)
  const id = await project.run('Slow')
  await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
  const pids = processesOf(platform)
  expect(pids.length).toBeGreaterThan(3) // itself, the database, the runner and the script
  expect(await platform.stop()).toBe(0)
  expect(pids.filter(isAlive)).toEqual([])

  platform = await folder.start()
  const execution = await platform.client.get<Execution>(`/v1/pipeline-executions/${id}`)
  expect(execution).toMatchObject({ status: 'SUCCESS' })
})

test('files with secrets in the data folder are readable by their owner only', async () => {
  let platform = await folder.start()
  for (const name of ['admin-credentials.json', 'master-key']) {
    expect((await stat(join(folder.path, name))).mode & 0o077).toBe(0)
  }
  const { clientSecret } = JSON.parse(await readFile(join(folder.path, 'admin-credentials.json'), 'utf8'))
  expect(platform.output().split(clientSecret)).toHaveLength(2) // printed once
  await platform.stop()
  platform = await folder.start()
  expect(platform.output()).not.toContain(clientSecret)
})

test('the master key is rotated and the audit trail verified beside a running server, which serves on', async () => {
  let platform = await folder.start()
  const keyFile = join(folder.path, 'master-key')
  const before = await readFile(keyFile, 'utf8')
  const command = (...args: string[]) => headrace(args, { HEADRACE_DATA_DIR: folder.path }).ended
  expect(await command('rotate-master-key')).toBe(0)
  expect(await readFile(keyFile, 'utf8')).not.toBe(before)
  expect(await readdir(folder.path)).not.toContain('master-key.next')
  const name = 'Kept under the data key'
  const { projectId } = await platform.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name },
  })
  await platform.client.call('POST', `/v1/projects/${projectId}/secrets`, {
    json: { name: 'token', value: 's3cret' },
  })
  expect(await command('audit', 'verify')).toBe(0)
  await platform.stop()
  platform = await folder.start()
  expect(await platform.client.all(`/v1/projects/${projectId}/secrets`)).toHaveLength(1)
})

test.each(['the parent alone', 'everything'])(
  'after kill -9 of %s the next start succeeds and finishes what was running',
  async (what) => {
    let platform = await folder.start()
    const project = await aPublishedProject(platform.client, slow)
    const id = await project.run('Slow')
    await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
    const victims = what === 'everything' ? processesOf(platform) : [platform.child.pid!]
    for (const pid of victims.filter(isAlive)) endAtOnce(pid)
    await platform.ended

    platform = await folder.start()
    const { client } = platform
    const execution = await waitFor('the execution to end', async () => {
      const found = await client.get<Execution>(`/v1/pipeline-executions/${id}`)
      return found.finishedAt === undefined ? undefined : found
    })
    expect(execution).toMatchObject({ status: 'SUCCESS' })
    const steps = await client.all<{ name: string; result: string }>(
      `/v1/projects/${project.projectId}/pipeline-executions/${id}/steps`,
    )
    expect(steps.map(({ name, result }) => [name, result])).toEqual([
      ['Start', 'SUCCESS'],
      ['Wait', 'SUCCESS'],
    ])
  },
)

test('a killed runner is restarted and its execution resumes', async () => {
  const platform = await folder.start()
  const project = await aPublishedProject(platform.client, slow)
  const id = await project.run('Slow')
  await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const line = listing
    .split('\n')
    .find(
      (row) => row.includes('headrace.mjs runner') && row.split(/\s+/).includes(String(platform.child.pid)),
    )
  process.kill(Number.parseInt(line!, 10), 'SIGKILL')
  expect(await project.finished(id)).toMatchObject({ status: 'SUCCESS' })
})

test('every invalid setting is listed, and nothing starts', async () => {
  const { ended, output } = headrace(['start', '--port', '99999'], {
    HEADRACE_DATA_DIR: folder.path,
    HEADRACE_BASE_PATH: 'api',
    HEADRACE_LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
  })
  expect(await ended).toBe(1)
  for (const name of ['--port', 'HEADRACE_BASE_PATH', 'HEADRACE_LOG_LEVEL', 'DATABASE_URL']) {
    expect(output()).toContain(name)
  }
})

test('the first start of an installation says how to see the demo, and later ones do not', async () => {
  const hint = 'headrace -- start --demo'
  const first = await folder.start()
  await waitFor('the hint', async () => first.output().includes(hint))
  await first.stop()
  const second = await folder.start()
  await waitFor('the runner', async () => second.output().includes('Runner connected'))
  expect(second.output()).not.toContain(hint)
})

test('a misspelled setting is reported', async () => {
  const { output, ended } = headrace(['migrate'], { HEADRACE_DATA_DIR: folder.path, HEADRACE_PROT: '1' })
  expect(await ended).toBe(0)
  expect(output()).toContain('HEADRACE_PROT')
})

test('an unreachable database gives one clear sentence and exit code 1', async () => {
  const { port, free } = await aUsedPort()
  await free()
  const url = `postgres://someone:very-secret@127.0.0.1:${port}/headrace`
  const { ended, output } = headrace(['start'], {
    HEADRACE_DATA_DIR: folder.path,
    HEADRACE_PORT: '0',
    DATABASE_URL: url,
  })
  expect(await ended).toBe(1)
  expect(output()).toContain(`Cannot connect to PostgreSQL at 127.0.0.1:${port}/headrace`)
  expect(output()).not.toContain('very-secret')
  expect(output()).not.toContain('    at ')
})

test('a different master key is refused with what to do', async () => {
  const platform = await folder.start()
  await platform.stop()
  const env = {
    HEADRACE_DATA_DIR: folder.path,
    HEADRACE_PORT: '0',
    HEADRACE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const { ended, output } = headrace(['start'], env)
  expect(await ended).toBe(1)
  expect(output()).toContain('HEADRACE_MASTER_KEY')
  expect(output()).not.toContain('connection was lost')
})

test('the demo runs once over real data, and the next start does not repeat it', async () => {
  const first = await folder.start({ HEADRACE_DEMO: 'true' })
  await waitFor('the demo to end', async () => first.output().includes('Ctrl-C stops everything'))
  expect(first.output()).toContain('flight_count = 3000000')
  expect(first.output()).toContain('The webhook received: { "flights": 3000000')
  await first.stop()
  const second = await folder.start({ HEADRACE_DEMO: 'true' })
  await waitFor('the start message', async () => second.output().includes('Ctrl-C stops everything'))
  expect(second.output()).not.toContain('The webhook received')
  expect(await second.client.all('/v1/projects')).toHaveLength(1)
  const { results } = await second.client.get<{ results: unknown[] }>('/v1/pipeline-executions')
  expect(results).toHaveLength(1)
})

test.skipIf(extensions === undefined)(
  'where a lake can be opened, the demo runs on one too, after a restart as well',
  async () => {
    const env = { HEADRACE_DEMO: 'true', HEADRACE_DUCKDB_EXTENSIONS: extensions! }
    const first = await folder.start(env)
    await waitFor('the demo to end', async () => first.output().includes('Ctrl-C stops everything'))
    const runs = first.output().match(/flight_count = 3000000 mean_delay/g)
    expect(runs).toHaveLength(2)
    expect(first.output()).toContain('in Lake of project Demo')
    await first.stop()

    const second = await folder.start(env)
    await waitFor('the start message', async () => second.output().includes('Ctrl-C stops everything'))
    const [{ id: projectId }] = (await second.client.all<{ id: string }>('/v1/projects')) as [{ id: string }]
    const path = `/v1/projects/${projectId}/connections/lake/test`
    const tested = await second.client.call('POST', path, { json: { environmentName: 'Lake' } })
    expect(tested).toMatchObject({ ok: true })
  },
)
