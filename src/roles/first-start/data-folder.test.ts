import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import {
  closeSecrets,
  findMasterKey,
  makeMasterKey,
  openDataFolder,
  openGitFolder,
  readMasterKey,
} from './data-folder.ts'

const isRoot = process.getuid?.() === 0
const ORDINARY = 65534

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-data-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Does `work` as an account that permission bits bind; root is not bound by them. */
async function asOrdinary<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work()
  process.seteuid?.(ORDINARY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

test('a missing folder is made for its owner only, with what is missing above it, and nothing is left in it', async () => {
  const folder = join(await aFolder(), 'of', 'headrace')
  expect(await openDataFolder({ dataDir: folder })).toBe(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).toEqual([])
})

test('a folder of hosted repositories that cannot be one is named with its setting', async () => {
  const file = join(await aFolder(), 'file')
  await writeFile(file, '')
  await expect(openGitFolder({ gitDir: file })).rejects.toThrow(/hosted repositories.*HEADRACE_GIT_DIR/)
  await openGitFolder({ gitDir: undefined })
})

test('a folder that the account may not write gives one sentence and stays untouched', async () => {
  const folder = await aFolder()
  if (isRoot) await chown(folder, ORDINARY, ORDINARY)
  await chmod(folder, 0o500)
  const outcome = asOrdinary(() => openDataFolder({ dataDir: folder }))
  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(
    /^The data folder .* cannot be used: the account with the number \d+ may not write there \(EACCES\)\. .*HEADRACE_DATA_DIR/,
  )
  expect(await readdir(folder)).toEqual([])
})

test('a folder below a file gives one sentence', async () => {
  const file = join(await aFolder(), 'file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'below')])
    await expect(openDataFolder({ dataDir })).rejects.toThrow(/it is not a folder, or lies below a file/)
})

test.runIf(process.platform === 'linux')(
  'a folder in /proc, where nothing can be made, is refused at once',
  async () => {
    const outcome = openDataFolder({ dataDir: '/proc/headrace/data' })
    await expect(outcome).rejects.toThrow(/its file system takes no new folders or files \(ENOENT\)/)
  },
)

test('a lost master key is refused, and no other one is written in its place', async () => {
  const folder = await aFolder()
  const made = await makeMasterKey(folder, false)
  expect(await findMasterKey({ masterKey: undefined }, folder)).toEqual(made)
  await rm(join(folder, 'master-key'))
  expect(await findMasterKey({ masterKey: undefined }, folder)).toBeUndefined()
  for (const outcome of [makeMasterKey(folder, true), readMasterKey({ masterKey: undefined }, folder)]) {
    await expect(outcome).rejects.toThrow(StartupError)
    await expect(outcome).rejects.toThrow(/master-key is missing.*HEADRACE_MASTER_KEY/)
  }
  expect(await readdir(folder)).toEqual([])
})

test('of two first starts at once one makes the master key and both use it', async () => {
  const folder = await aFolder()
  const [one, other] = await Promise.all([makeMasterKey(folder, false), makeMasterKey(folder, false)])
  expect(one).toEqual(other)
  expect(await readdir(folder)).toEqual(['master-key'])
})

/** Reads a file over and over; ends with the contents that it saw once there is a file `stop`. */
const WATCH = `
const { existsSync, readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')
const seen = new Set()
while (!existsSync(workerData.stop)) {
  try {
    seen.add(readFileSync(workerData.path, 'utf8'))
  } catch {}
}
parentPort.postMessage([...seen])`

test('a reader never finds half a master key, so a process that is killed cannot leave one', async () => {
  const [folder, stop] = [await aFolder(), join(await aFolder(), 'stop')]
  const path = join(folder, 'master-key')
  const watcher = new Worker(WATCH, { eval: true, workerData: { path, stop } })
  const seen = once(watcher, 'message')
  await once(watcher, 'online')
  for (let round = 0; round < 300; round++) {
    await makeMasterKey(folder, false)
    await rm(path)
  }
  await writeFile(stop, '')
  const [contents] = (await seen) as [string[]]
  expect(contents.length).toBeGreaterThan(0)
  expect(contents.filter((content) => Buffer.from(content, 'base64').length !== 32)).toEqual([])
})

test('a damaged master key and one that cannot be read are told apart', async () => {
  const folder = await aFolder()
  const path = join(folder, 'master-key')
  await writeFile(path, 'short\n')
  await expect(findMasterKey({ masterKey: undefined }, folder)).rejects.toThrow(/damaged/)
  await rm(path)
  await mkdir(path)
  await expect(findMasterKey({ masterKey: undefined }, folder)).rejects.toThrow(/cannot be read: EISDIR/)
})

test('files with secrets that a copy opened to others are closed again', async () => {
  const folder = await aFolder()
  const path = join(folder, 'master-key')
  await writeFile(path, '')
  await chmod(path, 0o644)
  await closeSecrets(folder, silent)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test.runIf(isRoot)('a mode that cannot be changed is answered with the command that does', async () => {
  const folder = await aFolder()
  await chmod(folder, 0o755)
  const path = join(folder, 'master-key')
  await writeFile(path, '')
  await chmod(path, 0o644)
  const outcome = asOrdinary(() => closeSecrets(folder, silent))
  await expect(outcome).rejects.toThrow(`Run: chmod 600 ${path}`)
})
