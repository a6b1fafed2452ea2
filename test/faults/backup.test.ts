import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Execution } from '../../src/features/executions/schema.ts'
import { orchestration, start } from '../support/pipelines.ts'
import {
  aDataFolder,
  aPublishedProject,
  filesFolder,
  headrace,
  type Platform,
  removeFolder,
  startPlatform,
  waitFor,
} from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { webhook } from '../support/soundness.ts'

/** The platform starts twice in each test, and commands in between. */
vi.setConfig({ testTimeout: 300_000 })

/** The commands, as an operator runs them. */
let world: SideEffects
let root: string
let platform: Platform | undefined

beforeAll(async () => {
  world = await sideEffects()
})
afterAll(() => world.close())
beforeEach(async () => {
  root = await aDataFolder()
})
afterEach(async () => {
  if (platform?.child.exitCode === null) await platform.stop()
  platform = undefined
  await removeFolder(root)
})

async function startIn(name: string): Promise<Platform> {
  platform = await startPlatform(join(root, name))
  return platform
}

/** Runs a command on a data folder and answers how it ended and what it said. */
async function run(command: readonly string[], name: string) {
  const { ended, output } = headrace([...command, '--data-dir', join(root, name)])
  return { code: await ended, said: output() }
}

const calls = () =>
  orchestration({
    Start: start('First'),
    First: webhook(`${world.url}/first`, { success: ['Gate'] }),
    Gate: webhook(`${world.url}/gate`, { success: ['Last'] }),
    Last: webhook(`${world.url}/last`),
  })

test('F20: an execution in flight when the backup was made resumes where that knew it, in a new folder', async () => {
  const file = join(root, 'backup.tar')
  const before = await startIn('before')
  const project = await aPublishedProject(before.client, { 'Calls.orch.yaml': calls() })
  const files = filesFolder(join(root, 'before'), project.projectId, 'Development')
  await mkdir(files, { recursive: true })
  await writeFile(join(files, 'kept.csv'), 'a,b\n1,2\n')
  world.hold('gate')
  const id = await project.run('Calls')
  await waitFor('the gate to be reached', async () => world.waiting('gate') === 1)

  expect(await run(['backup', file], 'before')).toMatchObject({
    code: 0,
    said: expect.stringContaining('It does not contain the master key'),
  })
  world.release('gate')
  expect(await project.finished(id)).toMatchObject({ status: 'SUCCESS' }) // what the backup does not know
  expect(await run(['restore', file, '--replace'], 'before')).toMatchObject({
    code: 1,
    said: expect.stringContaining(`in use by process ${before.child.pid}`),
  })
  expect(await before.stop()).toBe(0)

  const withoutKey = await run(['restore', file], 'after')
  expect(withoutKey).toMatchObject({
    code: 1,
    said: expect.stringContaining('does not contain its master key'),
  })
  for (const name of ['master-key', 'admin-credentials.json'])
    await copyFile(join(root, 'before', name), join(root, 'after', name))
  expect(await run(['restore', file], 'after')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 executions in flight resume, 0 failed'),
  })

  const { client } = await startIn('after')
  const execution = await waitFor('the execution to end', async () => {
    const found = await client.get<Execution>(`/v1/pipeline-executions/${id}`)
    return found.finishedAt === undefined ? undefined : found
  })
  expect(execution).toMatchObject({ status: 'SUCCESS' })
  const total = (name: string) => [...world.calls(name).values()].reduce((sum, count) => sum + count, 0)
  expect({ first: total('first'), gate: total('gate'), last: total('last') }).toEqual({
    first: 1,
    gate: 2,
    last: 2,
  })
  // Whoever receives them sees that they are repetitions.
  expect([world.calls('gate').size, world.calls('last').size]).toEqual([1, 1])
  const restored = filesFolder(join(root, 'after'), project.projectId, 'Development')
  expect(await readFile(join(restored, 'kept.csv'), 'utf8')).toBe('a,b\n1,2\n')
})

test('a stopped installation is saved with its key, its embedded databases and repositories, and comes back whole', async () => {
  const file = join(root, 'whole.tar')
  const before = await startIn('before')
  const { projectId } = await before.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: 'Saved' },
  })
  await before.client.call('POST', `/v1/projects/${projectId}/repositories`, { json: { provider: 'hosted' } })
  await before.stop()
  const warehouse = join(root, 'before/warehouse', projectId)
  await mkdir(warehouse, { recursive: true })
  await writeFile(join(warehouse, 'kept.duckdb'), 'rows')
  const saved = await run(['backup', file, '--with-master-key', '--with-warehouse'], 'before')
  expect(saved).toMatchObject({ code: 0, said: expect.stringContaining('It contains the master key') })

  await mkdir(join(root, 'other'))
  const ownKey = randomBytes(32).toString('base64')
  await writeFile(join(root, 'other/master-key'), ownKey)
  expect(await run(['restore', file], 'other')).toMatchObject({
    code: 1,
    said: expect.stringContaining('The master key here is not the one of the backup'),
  })
  expect(await readdir(join(root, 'other'))).not.toContain('postgres')
  expect(await run(['restore', file, '--replace'], 'other')).toMatchObject({ code: 0 })
  const [kept] = (await readdir(join(root, 'other'))).filter((name) => name.startsWith('master-key.before'))
  expect(await readFile(join(root, 'other', kept!), 'utf8')).toBe(ownKey)

  await copyFile(join(root, 'before/admin-credentials.json'), join(root, 'other/admin-credentials.json'))
  const { client } = await startIn('other')
  expect(await client.all('/v1/projects')).toMatchObject([{ name: 'Saved' }])
  expect(await readFile(join(root, 'other/warehouse', projectId, 'kept.duckdb'), 'utf8')).toBe('rows')
  const [hosted] = await readdir(join(root, 'other/git/hosted'))
  expect(
    execFileSync('git', ['config', 'http.receivepack'], {
      cwd: join(root, 'other/git/hosted', hosted!),
    }).toString(),
  ).toBe('true\n')
})
