import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { refsOf, useFolder } from '../../../test/support/git.ts'
import { mirror } from '../../../test/support/mirror.ts'
import { waitFor } from '../../../test/support/platform.ts'
import { startPlainServer } from '../../../test/support/providers/git-server.ts'
import { startGitlab } from '../../../test/support/providers/gitlab.ts'
import { aRichRepository } from '../../../test/support/repositories.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { createProviders } from '../../git/providers/providers.ts'
import type { Caller } from '../../http/caller.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import { enterProject } from '../projects/access.ts'
import { createProjects } from '../projects/service.ts'
import { enterRepository } from '../repositories/access.ts'
import { createRepositories } from '../repositories/service.ts'
import { createMigrations, createMigrationWorker } from './service.ts'
import type { MigrationPhase } from './states.ts'

const plain = await startPlainServer()
const gitlab = await startGitlab()
afterAll(() => Promise.all([plain[Symbol.asyncDispose](), gitlab[Symbol.asyncDispose]()]))
const t = useDatabase()
const folder = useFolder()
const masterKey = randomBytes(32)
const encryption = encryptionWith(masterKey)
const LEASE_MS = 8_000
const processes: ChildProcess[] = []
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await rm(root(), { recursive: true, force: true, maxRetries: 5 })
})
const root = () => join(folder.path, 'git')
const policy = { allowPrivateAddresses: true }
const providers = () =>
  createProviders({
    root: root(),
    policy,
    fetch,
    now: Date.now,
    githubApp: undefined,
    azureApplication: undefined,
    githubApiUrl: '',
    githubUrl: '',
    gitlabUrl: gitlab.server.origin,
    azureUrl: '',
    azureLoginUrl: '',
  })

let caller: Caller
let rich: string
beforeAll(async () => {
  rich = await aRichRepository(join(folder.path, 'rich'))
  const principalId = newId()
  await t.db
    .insertInto('principal')
    .values({ id: principalId, kind: 'CREDENTIAL', account_role: 'SUPER_ADMIN' })
    .execute()
  caller = {
    kind: 'CREDENTIAL',
    principalId,
    clientId: 'test' as never,
    name: 'test',
    accountRole: 'SUPER_ADMIN',
  }
})

const migrations = () =>
  createMigrations({
    db: t.db,
    providers: providers(),
    policy,
    encryption,
    root: root(),
    wake: () => undefined,
    clock: { now: () => new Date() },
  })

const repositories = () =>
  createRepositories({
    db: t.db,
    providers: providers(),
    encryption,
    root: root(),
    origin: () => '',
    clock: { now: () => new Date() },
  })

/** A project with everything of `rich` in a hosted repository. */
async function aHostedProject(): Promise<string> {
  const { projectId } = await createProjects(t.db).create(caller, { name: newId() })
  await repositories().associate(caller, projectId, { provider: 'hosted' }, undefined)
  await mirror(rich, hostedFolder(root(), projectId))
  return projectId
}

/** The same in a repository of the plain server. */
async function aPlainProject(name: string): Promise<string> {
  const { projectId } = await createProjects(t.db).create(caller, { name: newId() })
  await mirror(rich, await plain.create(`${name}.git`))
  const providerParameters = { url: `${plain.origin}/${name}.git` }
  await repositories().associate(caller, projectId, { provider: 'git', providerParameters }, undefined)
  return projectId
}

/** A started migration of such a project to an empty repository. */
async function aMove(source: 'hosted' | 'git') {
  const number = newId()
  const projectId = source === 'hosted' ? await aHostedProject() : await aPlainProject(`source-${number}`)
  const sourceFolder =
    source === 'hosted' ? hostedFolder(root(), projectId) : plain.folderOf(`source-${number}.git`)
  const targetName = `target-${number}`
  const target = await plain.create(`${targetName}.git`)
  const providerParameters = { url: `${plain.origin}/${targetName}.git` }
  const body = { mode: 'MIRROR_PUSH', provider: 'git', providerParameters } as const
  const { migrationId } = await migrations().start(caller, projectId, body, undefined)
  return { projectId, migrationId, target, sourceFolder, targetName }
}

/** Runs migrations in a process of its own, which stops when it enters the phase. */
function startProcess(phase: MigrationPhase | 'NEVER', start?: object): ChildProcess {
  const origins = { gitlab: gitlab.server.origin, github: '', githubApi: '', azure: '' }
  const order = { databaseUrl: t.url, root: root(), masterKey: masterKey.toString('base64'), origins }
  const child = spawn(
    process.execPath,
    [
      resolve('test/support/migration-process.ts'),
      JSON.stringify({ ...order, stopAt: phase, leaseMs: LEASE_MS, start }),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  processes.push(child)
  return child
}

/** Runs the migration in a process of its own until it enters the phase, and kills that process there. */
async function killAt(phase: MigrationPhase): Promise<void> {
  const child = startProcess(phase)
  const said = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  expect(String(said[0])).toBe('reached\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** As if the lease of the process that was killed had run out. */
async function expireLease(migrationId: string): Promise<void> {
  await t.db
    .updateTable('repository_migration')
    .set({ lease_until: new Date(0) })
    .where('id', '=', migrationId)
    .execute()
}

/** Lets another process look until the migration has ended. */
async function goOn(projectId: string, migrationId: string, silenceSeconds = 30) {
  const stop = new AbortController()
  const worker = createMigrationWorker({
    db: t.db,
    providers: providers(),
    policy,
    encryption,
    root: root(),
    log: silent,
    limits: { transferTimeoutMs: 60_000, maxRepositoryBytes: 2 ** 30, silenceSeconds },
    leaseMs: 10_000,
  })
  const running = worker.run(stop.signal)
  const ended = await waitFor('the end of the migration', async () => {
    const found = await migrations().get(caller, projectId, migrationId)
    return found.status === 'IN_PROGRESS' ? undefined : found
  })
  stop.abort()
  await running
  return ended
}

const phases: MigrationPhase[] = ['WAITING', 'COPYING', 'CHECKING', 'PUSHING', 'COMPARING', 'SWITCHING']

for (const phase of phases) {
  test(`F17: a process killed at ${phase} leaves the source untouched and the lock held; the next one ends it`, async () => {
    const { projectId, migrationId, target, sourceFolder, targetName } = await aMove('git')
    await killAt(phase)
    // Meanwhile the repository is locked, and the project keeps its old remote.
    const grant = await enterProject(t.db, caller, projectId, 'repository:read')
    await expect(enterRepository(t.db, grant)).rejects.toMatchObject({
      kind: 'conflict',
      retryAfterSeconds: 15,
    })
    expect(await migrations().get(caller, projectId, migrationId)).toMatchObject({ status: 'IN_PROGRESS' })
    if (phase !== 'WAITING') await expireLease(migrationId) // once it expires on its own
    expect(await goOn(projectId, migrationId)).toMatchObject({ status: 'SUCCEEDED' })
    expect(await enterRepository(t.db, grant)).toMatchObject({ repositoryName: targetName })
    expect(await refsOf(sourceFolder)).toBe(await refsOf(rich))
    expect(await refsOf(target)).toBe(await refsOf(rich))
  })
}

for (const [what, request] of [
  ['copy', 'source-.*git-upload-pack$'],
  ['push', 'target-.*git-receive-pack$'],
] as const) {
  test(`a process killed in the middle of a ${what} leaves nothing that hinders the next one`, async () => {
    const { projectId, migrationId, target, sourceFolder } = await aMove('git')
    plain.hangOn = new RegExp(request)
    const seen = plain.requests.length
    const child = startProcess('NEVER')
    await waitFor(`the ${what}`, async () =>
      plain.requests.slice(seen).some((one) => one.startsWith('POST') && new RegExp(request).test(one)),
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    plain.hangOn = undefined
    await expireLease(migrationId)
    expect(await goOn(projectId, migrationId)).toMatchObject({ status: 'SUCCEEDED' })
    expect(await refsOf(sourceFolder)).toBe(await refsOf(rich))
    expect(await refsOf(target)).toBe(await refsOf(rich))
  })
}

test('F17: a migration that always takes its process down is given up, and the project keeps its repository', async () => {
  const { projectId, migrationId, target } = await aMove('hosted')
  for (let attempt = 1; attempt <= 3; attempt++) {
    await killAt('PUSHING')
    await expireLease(migrationId)
  }
  const ended = await goOn(projectId, migrationId)
  expect(ended).toMatchObject({ status: 'FAILED' })
  expect(ended.detail).toMatch(/stopped 3 times.*still uses its old repository/)
  const grant = await enterProject(t.db, caller, projectId, 'repository:read')
  expect(await enterRepository(t.db, grant)).toMatchObject({ provider: 'hosted' })
  expect(await refsOf(target)).toBe('')
})

test('F18: a process that was only slow cannot end what another one took over', async () => {
  const { projectId, migrationId, targetName } = await aMove('hosted')
  const store = await import('./store.ts')
  const slow = (await store.claimMigration(t.db, 1))!
  expect(await goOn(projectId, migrationId)).toMatchObject({ status: 'SUCCEEDED' })
  expect(await store.renew(t.db, slow, 10_000)).toBe(false)
  expect(await store.succeed(t.db, slow, 'late', undefined)).toBe(false)
  await store.fail(t.db, slow, 'late')
  expect(await migrations().get(caller, projectId, migrationId)).toMatchObject({ status: 'SUCCEEDED' })
  const grant = await enterProject(t.db, caller, projectId, 'repository:read')
  expect(await enterRepository(t.db, grant)).toMatchObject({ repositoryName: targetName })
})

test('a process killed while it rotates the token leaves the project where it was, and says that the token is gone', async () => {
  const projectId = await aHostedProject()
  await gitlab.project('team/target')
  const token = gitlab.token()
  const body = {
    mode: 'MIRROR_PUSH',
    provider: 'gitlab',
    providerParameters: { repositoryId: 'team/target' },
  } as const
  gitlab.server.hangOn = /\/rotate$/
  const child = startProcess('NEVER', { caller, projectId, body, token })
  await waitFor('the rotation', async () => gitlab.server.requests.at(-1)?.endsWith('/rotate'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  gitlab.server.hangOn = undefined
  const { results } = await migrations().list(caller, projectId, { page: 0, size: 10, offset: 0 })
  const { migrationId } = results[0]!
  expect(results).toMatchObject([{ status: 'IN_PROGRESS' }])
  await expireLease(migrationId)
  const ended = await goOn(projectId, migrationId)
  expect(ended).toMatchObject({ status: 'FAILED' })
  expect(ended.detail).toMatch(/token is no longer valid.*create a new token/)
  const grant = await enterProject(t.db, caller, projectId, 'repository:read')
  expect(await enterRepository(t.db, grant)).toMatchObject({ provider: 'hosted', migrating: false })
  await expect(migrations().start(caller, projectId, body, token)).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/used for a migration on/) as string,
  })
})

test('a server that is stopped in the middle hands the migration over without waiting for its lease', async () => {
  const { projectId, migrationId, sourceFolder } = await aMove('hosted')
  plain.hangOn = /target-.*git-receive-pack/
  const stop = new AbortController()
  const worker = createMigrationWorker({
    db: t.db,
    providers: providers(),
    policy,
    encryption,
    root: root(),
    log: silent,
    limits: { transferTimeoutMs: 60_000, maxRepositoryBytes: 2 ** 30, silenceSeconds: 30 },
    leaseMs: 600_000,
  })
  const running = worker.run(stop.signal)
  await waitFor('the push', async () => plain.requests.at(-1)?.endsWith('git-receive-pack'))
  stop.abort()
  await running
  plain.hangOn = undefined
  expect(await goOn(projectId, migrationId)).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(sourceFolder)).toBe(await refsOf(rich))
})

for (const [what, request] of [
  ['copied from', /source-.*git-upload-pack$/],
  ['pushed to', /target-.*git-receive-pack$/],
] as const) {
  test(`a remote that hangs while it is ${what} ends the migration, and the lock with it`, async () => {
    const { projectId, migrationId } = await aMove('git')
    plain.hangOn = request
    const ended = await goOn(projectId, migrationId, 2)
    plain.hangOn = undefined
    expect(ended).toMatchObject({ status: 'FAILED' })
    expect(ended.detail).toMatch(/stopped responding.*still uses its old repository/)
    const grant = await enterProject(t.db, caller, projectId, 'repository:read')
    expect(await enterRepository(t.db, grant)).toMatchObject({ provider: 'git', migrating: false })
  })
}
