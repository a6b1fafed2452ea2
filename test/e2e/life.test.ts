import { execFileSync } from 'node:child_process'
import { chmod, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Execution } from '../../src/features/executions/schema.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import {
  aDataFolder,
  aPublishedProject,
  headrace,
  type Platform,
  removeFolder,
  startPlatform,
  waitFor,
} from '../support/platform.ts'

/** Starting, stopping and dying of the whole platform. */
let folder: string
let platform: Platform | undefined

beforeEach(async () => {
  folder = await aDataFolder()
})
afterEach(async () => {
  if (platform?.child.exitCode === null) await platform.stop()
  platform = undefined
  await removeFolder(folder)
})

/** Process ids of everything that works on this data folder. */
function processesOf(): number[] {
  const listing = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return listing
    .split('\n')
    .filter((line) => line.includes(folder) && !line.includes('vitest'))
    .map((line) => Number.parseInt(line, 10))
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A port of loopback that somebody else listens on, until `free` is called. */
async function aUsedPort(): Promise<{ port: number; free: () => Promise<unknown> }> {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => other.once('listening', listening))
  const { port } = other.address() as { port: number }
  return { port, free: () => new Promise((closed) => other.close(closed)) }
}

const slow = {
  'Slow.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('echo begun; sleep 3; echo over') }),
}

test('a second start on the same folder says who holds it and ends with 1', async () => {
  platform = await startPlatform(folder)
  const second = headrace(['start'], { HEADRACE_DATA_DIR: folder, HEADRACE_PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(String(platform.child.pid))
  expect((await fetch(`${platform.origin}/readyz`)).status).toBe(200)
})

test('SIGTERM finishes what is in hand, stops the database and ends with 0', async () => {
  platform = await startPlatform(folder)
  const project = await aPublishedProject(platform.client, slow)
  const id = await project.run('Slow')
  await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
  const pids = processesOf()
  expect(pids.length).toBeGreaterThan(1)
  expect(await platform.stop()).toBe(0)
  expect(pids.filter(isAlive)).toEqual([])

  platform = await startPlatform(folder)
  const execution = await platform.client.get<Execution>(`/v1/pipeline-executions/${id}`)
  expect(execution).toMatchObject({ status: 'SUCCESS' })
})

test('secrets of the data folder are readable to their owner only', async () => {
  platform = await startPlatform(folder)
  for (const name of ['admin-credentials.json', 'master-key']) {
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  }
  const { clientSecret } = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))
  expect(platform.output().split(clientSecret)).toHaveLength(2) // printed once
  await platform.stop()
  platform = await startPlatform(folder)
  expect(platform.output()).not.toContain(clientSecret)
})

test.each(['the parent alone', 'everything'])(
  'after kill -9 of %s the next start works, and what was running is run to its end',
  async (what) => {
    platform = await startPlatform(folder)
    const project = await aPublishedProject(platform.client, slow)
    const id = await project.run('Slow')
    await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
    const victims = what === 'everything' ? processesOf() : [platform.child.pid!]
    for (const pid of victims.filter(isAlive)) process.kill(pid, 'SIGKILL')
    await platform.ended

    platform = await startPlatform(folder)
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

test('a runner that is killed is started again and its execution goes on', async () => {
  platform = await startPlatform(folder)
  const project = await aPublishedProject(platform.client, slow)
  const id = await project.run('Slow')
  await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const line = listing
    .split('\n')
    .find(
      (row) => row.includes('headrace.mjs runner') && row.split(/\s+/).includes(String(platform!.child.pid)),
    )
  process.kill(Number.parseInt(line!, 10), 'SIGKILL')
  expect(await project.finished(id)).toMatchObject({ status: 'SUCCESS' })
})

test('settings with faults are all listed, and nothing starts', async () => {
  const { ended, output } = headrace(['start', '--port', '99999'], {
    HEADRACE_DATA_DIR: folder,
    HEADRACE_BASE_PATH: 'api',
    HEADRACE_LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
  })
  expect(await ended).toBe(1)
  for (const name of ['--port', 'HEADRACE_BASE_PATH', 'HEADRACE_LOG_LEVEL', 'DATABASE_URL']) {
    expect(output()).toContain(name)
  }
})

test('a misspelt setting is pointed out', async () => {
  const { output, ended } = headrace(['migrate'], { HEADRACE_DATA_DIR: folder, HEADRACE_PROT: '1' })
  expect(await ended).toBe(0)
  expect(output()).toContain('HEADRACE_PROT')
})

test('a database that cannot be reached is one clear sentence and exit 1', async () => {
  const { port, free } = await aUsedPort()
  await free()
  const url = `postgres://someone:very-secret@127.0.0.1:${port}/headrace`
  const { ended, output } = headrace(['start'], {
    HEADRACE_DATA_DIR: folder,
    HEADRACE_PORT: '0',
    DATABASE_URL: url,
  })
  expect(await ended).toBe(1)
  expect(output()).toContain(`Cannot connect to PostgreSQL at 127.0.0.1:${port}/headrace`)
  expect(output()).not.toContain('very-secret')
  expect(output()).not.toContain('    at ')
})

test('a port in use is one clear sentence, and the first administrator is not lost with it', async () => {
  const { port, free } = await aUsedPort()
  const failed = headrace(['start'], { HEADRACE_DATA_DIR: folder, HEADRACE_PORT: String(port) })
  expect(await failed.ended).toBe(1)
  expect(failed.output()).toContain(
    `Port ${port} on 127.0.0.1 is in use; choose another with --port or HEADRACE_PORT`,
  )
  expect(failed.output()).not.toContain('    at ')
  expect(failed.output()).not.toContain('connection was lost')
  const kept = JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))
  expect(failed.output()).toContain(kept.clientSecret)
  expect(failed.output()).toContain(kept.password)
  await free()

  platform = await startPlatform(folder)
  expect(JSON.parse(await readFile(join(folder, 'admin-credentials.json'), 'utf8'))).toEqual(kept)
  expect(await platform.client.all('/v1/api-credentials')).toMatchObject([{ clientId: kept.clientId }])
})

test('another master key is refused with what to do', async () => {
  platform = await startPlatform(folder)
  await platform.stop()
  await chmod(join(folder, 'master-key'), 0o600)
  const env = {
    HEADRACE_DATA_DIR: folder,
    HEADRACE_PORT: '0',
    HEADRACE_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const { ended, output } = headrace(['start'], env)
  expect(await ended).toBe(1)
  expect(output()).toContain('HEADRACE_MASTER_KEY')
  expect(output()).not.toContain('connection was lost')
})

test('the demo runs once, over real data, and starting again neither repeats nor duplicates it', async () => {
  platform = await startPlatform(folder, { HEADRACE_DEMO: 'true' })
  const first = platform
  await waitFor('the demo to end', async () => first.output().includes('Ctrl-C stops everything'))
  expect(first.output()).toContain('flight_count = 3000000')
  expect(first.output()).toContain('The webhook brought: { "flights": 3000000')
  await first.stop()
  platform = await startPlatform(folder, { HEADRACE_DEMO: 'true' })
  const second = platform
  await waitFor('the start to be told', async () => second.output().includes('Ctrl-C stops everything'))
  expect(second.output()).not.toContain('The webhook brought')
  expect(await second.client.all('/v1/projects')).toHaveLength(1)
  const { results } = await second.client.get<{ results: unknown[] }>('/v1/pipeline-executions')
  expect(results).toHaveLength(1)
})
