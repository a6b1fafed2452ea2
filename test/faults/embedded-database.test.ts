import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../support/api-client.ts'
import { query } from '../support/embedded.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject, waitFor } from '../support/platform.ts'
import { aFreePort } from '../support/proxy.ts'
import { usePlatformFolder } from '../support/use-platform.ts'

/** The embedded database dies or has no room, and the platform goes on. */
const folder = usePlatformFolder()

const slow = {
  'Slow.orch.yaml': orchestration({ Start: start('Wait'), Wait: bash('echo begun; sleep 2; echo over') }),
}

async function serverPid(dataFolder: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8'), 10)
}

async function accessToken(origin: string): Promise<string> {
  const text = await readFile(join(folder.path, 'admin-credentials.json'), 'utf8')
  const { clientId, clientSecret } = JSON.parse(text) as { clientId: string; clientSecret: string }
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', headers: { authorization }, body })
  return ((await response.json()) as { access_token: string }).access_token
}

test('F4: after kill -9 of PostgreSQL it is started again, runs finish, and no request is answered 500', async () => {
  const platform = await folder.start()
  const project = await aPublishedProject(platform.client, slow)
  const id = await project.run('Slow')
  await waitFor('the step to run', async () => (await project.steps(id)).length === 2)
  const before = await serverPid(folder.path)
  const headers = { authorization: `Bearer ${await accessToken(platform.origin)}` }

  process.kill(before, 'SIGKILL')

  const answers = new Set<number>()
  await waitFor('the platform to be ready again', async () => {
    const { status } = await fetch(`${platform.origin}/readyz`)
    answers.add((await fetch(`${platform.client.url}/v1/projects`, { headers })).status)
    return status === 200 && (await serverPid(folder.path)) !== before
  })
  expect([...answers].filter((status) => status !== 503)).toEqual([200])
  expect(await project.finished(id)).toMatchObject({ status: 'SUCCESS' })
  expect(await project.steps(id)).toHaveLength(2)
  expect(platform.output()).toContain('PostgreSQL ended on its own; starting it again')
  expect(platform.output()).toContain('PostgreSQL is ready again')
  expect(await platform.stop()).toBe(0)
})

/** A disk of its own for the data folder, in a view of the file systems that only the platform has. */
const DISK_MIB = 160
const smallDisk = [
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${DISK_MIB}m none "$1" && shift && exec "$@"`,
  'sh',
]
const canMount = process.getuid?.() === 0 && spawnSync('unshare', [...smallDisk, '/tmp', 'true']).status === 0

let onSmallDisk: ChildProcess | undefined
// Before the folder goes: hooks of a file run in the reverse order.
afterEach(async () => {
  if (onSmallDisk !== undefined) await stop(onSmallDisk)
  onSmallDisk = undefined
})

/** `headrace start` on the small disk, and the disk's folder as this process reaches it. */
async function startOnSmallDisk() {
  const metricsPort = await aFreePort()
  const program = [process.execPath, resolve('bin/headrace.mjs'), 'start']
  const child = spawn('unshare', [...smallDisk, folder.path, ...program], {
    env: {
      PATH: process.env['PATH'],
      HEADRACE_DATA_DIR: folder.path,
      HEADRACE_PORT: '0',
      HEADRACE_METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onSmallDisk = child
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const disk = `/proc/${child.pid}/root${folder.path}`
  const readJson = async <T>(name: string) =>
    JSON.parse(await readFile(join(disk, name), 'utf8').catch(() => 'null')) as T | undefined
  const ready = await waitFor('the platform to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`headrace start ended: ${output}`)
    return (await readJson<{ url: string; basePath: string }>('headrace.json')) ?? undefined
  })
  const credential = (await readJson<{ clientId: string; clientSecret: string }>('admin-credentials.json'))!
  const tools = { now: Date.now, wait: async (ms: number) => sleep(ms), keepToken: () => undefined }
  const client = createClient({ url: `${ready.url}${ready.basePath}`, ...credential }, tools)
  const checks = async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/readyz`)
    return (await response.json()) as { status: string; checks: { database: string } }
  }
  return { child, disk, origin: ready.url, client, checks, output: () => output }
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await exit) as [number | null]
  return code
}

/** Writes to `file` until the disk refuses more. */
async function fill(file: string): Promise<void> {
  for (const bytes of [1024 * 1024, 4096])
    for (let written = 0; written < DISK_MIB * 1024 * 1024; written += bytes)
      if (
        !(await appendFile(file, Buffer.alloc(bytes)).then(
          () => true,
          () => false,
        ))
      )
        break
}

test.runIf(canMount)(
  'a full disk is named to operators, and with room again PostgreSQL and the platform go on by themselves',
  async () => {
    const platform = await startOnSmallDisk()
    const { disk, client } = platform
    const project = await aPublishedProject(client, slow)
    const ballast = join(disk, 'ballast')
    const password = await readFile(join(disk, 'postgres/password'), 'utf8')
    const port = (await readFile(join(disk, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[3]
    const url = `postgres://headrace:${password}@127.0.0.1:${port}/headrace`
    await fill(ballast)
    await waitFor('PostgreSQL to end for want of room for its write-ahead log', async () => {
      await query(url, "select pg_logical_emit_message(true, '', repeat('x', 1000000))").catch(
        () => undefined,
      )
      return platform.output().includes('PostgreSQL ended on its own')
    })
    expect((await fetch(`${platform.origin}/readyz`)).status).toBe(503)
    expect((await fetch(`${platform.origin}/livez`)).status).toBe(200)
    await waitFor('the full disk to be named', async () =>
      /^the disk of .* is full.*starts by itself/.test((await platform.checks()).checks.database),
    )
    expect(platform.output()).toContain('is full')

    await rm(ballast)
    await waitFor('the platform to be ready again', async () => (await platform.checks()).status === 'ok')
    expect(await project.finished(await project.run('Slow'))).toMatchObject({ status: 'SUCCESS' })
    expect(await stop(platform.child)).toBe(0)
  },
)
