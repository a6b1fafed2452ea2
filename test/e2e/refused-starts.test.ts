import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { headrace } from '../support/platform.ts'
import { usePlatformFolder } from '../support/use-platform.ts'

/** What keeps the platform from starting is one sentence, said before anything is made or changed. */
const folder = usePlatformFolder()

/** A loopback port that is in use until the test ends. */
async function aUsedPort(): Promise<number> {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  return (other.address() as { port: number }).port
}

/** Starts, waits for the refusal, and answers its only line. */
async function refusalOf(env: Readonly<Record<string, string>>): Promise<string> {
  const { ended, output } = headrace(['start'], {
    HEADRACE_DATA_DIR: folder.path,
    HEADRACE_PORT: '0',
    ...env,
  })
  expect(await ended).toBe(1)
  return output()
}

const oneLine = /^[^\n]+\n$/

test.each([
  ['HEADRACE_PORT', '--port'],
  ['HEADRACE_METRICS_PORT', '--metrics-port'],
])('a port in use is refused before anything is made (%s)', async (env, flag) => {
  const port = await aUsedPort()
  const said = await refusalOf({ [env]: String(port) })
  expect(said).toContain(`Port ${port} on 127.0.0.1 is in use; choose another with ${flag} or ${env}`)
  expect(said).toMatch(oneLine)
  expect((await readdir(folder.path)).filter((name) => name !== 'owner')).toEqual([])
})

test('a lost master key is refused, no other one is written, and with the key put back it starts', async () => {
  const platform = await folder.start()
  expect(await platform.stop()).toBe(0)
  const key = join(folder.path, 'master-key')
  await rename(key, `${key}.lost`)

  const said = await refusalOf({ HEADRACE_LOG_LEVEL: 'error' })

  expect(said).toContain(`The file ${key} is missing`)
  expect(said).toMatch(oneLine)
  expect(await readdir(folder.path)).not.toContain('master-key')
  await rename(`${key}.lost`, key)
  const again = await folder.start()
  expect((await fetch(`${again.origin}/readyz`)).status).toBe(200)
})

test.runIf(process.platform === 'linux')('a data folder in /proc is refused', async () => {
  const said = await refusalOf({ HEADRACE_DATA_DIR: '/proc/headrace' })
  expect(said).toMatch(oneLine)
  expect(said).toContain('The data folder /proc/headrace cannot be used')
})

test('a working directory that was removed is a sentence', async () => {
  const program = join(import.meta.dirname, '../../bin/headrace.mjs')
  const removing = [
    '-c',
    'cd "$0" && rmdir "$0" && exec "$@"',
    join(folder.path, 'removed'),
    process.execPath,
    program,
  ]
  for (const command of [['start'], ['projects', 'list']]) {
    await mkdir(join(folder.path, 'removed'))
    const { status, stderr } = spawnSync('sh', [...removing, ...command], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'The working directory has been removed. Change to another one.\n'])
  }
})

test.runIf(process.platform === 'linux')('too few open files are refused', () => {
  const start = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, 'bin/headrace.mjs', 'start']
  const { status, stderr, stdout } = spawnSync('sh', start, {
    env: { PATH: process.env['PATH'], HEADRACE_DATA_DIR: folder.path, HEADRACE_PORT: '0' },
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(oneLine)
  expect(stderr).toContain('This process may have 64 files open at once')
})

/** A view of the file systems in which the data folder is read-only; some machines refuse to make one. */
const readOnlyView = [
  '--mount',
  'sh',
  '-c',
  'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"',
]
const canView = spawnSync('unshare', [...readOnlyView, 'sh', '/tmp', 'true']).status === 0

test.runIf(canView)('a data folder on a read-only file system is refused', () => {
  const start = [process.execPath, 'bin/headrace.mjs', 'start']
  const { status, stderr, stdout } = spawnSync('unshare', [...readOnlyView, 'sh', folder.path, ...start], {
    env: { PATH: process.env['PATH'], HEADRACE_DATA_DIR: folder.path, HEADRACE_PORT: '0' },
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(oneLine)
  expect(stderr).toContain(`The data folder ${folder.path} cannot be used: its file system is read-only`)
})
