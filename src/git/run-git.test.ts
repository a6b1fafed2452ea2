import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBare, sizeOf, unreachable } from './bare.ts'
import { listRemoteRefs } from './refs.ts'
import { basic } from './remote.ts'
import { gitText, runGit } from './run-git.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-run-git-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('F17: hooks and configuration of a repository or of the machine do not run programs', async () => {
  const repository = join(folder, 'hooked.git')
  await createBare(repository)
  const marker = join(folder, 'marker')
  const script = `#!/bin/sh\ntouch ${marker}\n`
  for (const hook of ['pre-receive', 'post-receive', 'reference-transaction'])
    await writeFile(join(repository, hook), script, { mode: 0o755 })
  await gitText({ args: ['config', 'core.hooksPath', repository], cwd: repository })
  const tree = await gitText({ args: ['mktree'], cwd: repository, input: '' })
  const env = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a',
  }
  const commit = await gitText({ args: ['commit-tree', '-m', 'x', tree], cwd: repository, env })
  await runGit({ args: ['update-ref', 'refs/heads/main', commit], cwd: repository })
  await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('F17: helper programs as protocols are refused even if an address got that far', async () => {
  const marker = join(folder, 'ext')
  await expect(runGit({ args: ['ls-remote', `ext::sh -c touch% ${marker}`] })).rejects.toMatchObject({
    stderr: expect.stringContaining("transport 'ext' not allowed") as string,
  })
  await expect(runGit({ args: ['ls-remote', `file://${folder}`] })).rejects.toMatchObject({
    stderr: expect.stringContaining("transport 'file' not allowed") as string,
  })
  await expect(readFile(marker)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('a call that takes too long is ended with everything it started', async () => {
  // A server that accepts and says nothing.
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const startedAt = performance.now()
  const args = ['ls-remote', `http://127.0.0.1:${port}/x.git`]
  await expect(runGit({ args, timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timed-out' })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  server.close()
})

test('output beyond the limit ends the call', async () => {
  const args = ['help', '--all']
  await expect(runGit({ args, maxOutputBytes: 100 })).rejects.toMatchObject({ kind: 'too-much-output' })
})

test('credentials are in no argument list and no address', async () => {
  const sockets: string[] = []
  const server = createServer((socket) => {
    socket.on('data', async (data) => {
      sockets.push(String(data))
      const lists = await commandLines()
      sockets.push(lists.filter((line) => line.includes(`127.0.0.1:${port}`)).join('\n'))
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const authorization = basic('user', 'the-secret-token')
  const address = {
    url: `http://127.0.0.1:${port}/x.git`,
    protocol: 'http:',
    host: '127.0.0.1',
    port,
  } as const
  const remote = { kind: 'network', address, authorization } as const
  await expect(listRemoteRefs(remote, { allowPrivateAddresses: true })).rejects.toThrow()
  server.close()
  expect(sockets[0]).toContain(`Authorization: ${authorization}`)
  expect(sockets[1]).toContain('ls-remote')
  expect(sockets[1]).not.toContain(authorization.slice(6))
  expect(sockets[1]).not.toContain('the-secret-token')
})

/** Argument lists of all processes, as `ps` shows them to everybody. */
async function commandLines(): Promise<string[]> {
  const { execFile } = await import('node:child_process')
  return new Promise((resolve, reject) => {
    execFile('ps', ['-eo', 'args'], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout) =>
      error === null ? resolve(stdout.split('\n')) : reject(error),
    )
  })
}

test('a bare repository is made once, whole, and stays when it is there', async () => {
  const repository = join(folder, 'made', 'x.git')
  await Promise.all([createBare(repository), createBare(repository), createBare(repository)])
  expect(await gitText({ args: ['config', 'receive.fsckObjects'], cwd: repository })).toBe('true')
  expect(await sizeOf(repository)).toEqual({ objects: 0, bytes: 0 })
  const blob = await gitText({ args: ['hash-object', '-w', '--stdin'], cwd: repository, input: 'x' })
  await createBare(repository)
  expect(await unreachable(repository, [blob], [])).toEqual([blob])
  expect(await unreachable(repository, [blob], [blob])).toEqual([])
})

test('an object counts only when a ref reaches it, also where the clock of a committer was wrong', async () => {
  const repository = join(folder, 'reach')
  await createBare(repository)
  const tree = await gitText({ args: ['mktree'], cwd: repository })
  const commit = (message: string, seconds: number, ...parents: string[]) => {
    const parentsOf = parents.flatMap((parent) => ['-p', parent])
    const by = { NAME: 'Ada', EMAIL: 'ada@example.com', DATE: `${seconds} +0000` }
    const env = Object.entries(by).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ])
    const args = ['commit-tree', tree, '-m', message, ...parentsOf]
    return gitText({ args, cwd: repository, env: Object.fromEntries(env) })
  }
  const first = await commit('First, years ahead', 1_900_000_000)
  const second = await commit('Second, years ahead', 1_900_000_100, first)
  let tip = second
  for (let i = 0; i < 10; i++) tip = await commit(`${i}`, 1_700_000_000 + i, tip)
  const deleted = await commit('Deleted', 1_700_000_100, tip)
  const tagOf = (object: string) =>
    gitText({
      args: ['mktag'],
      cwd: repository,
      input: `object ${object}\ntype commit\ntag v1\ntagger Ada <ada@example.com> 1700000000 +0000\n\nv1\n`,
    })
  const [tag, lostTag] = [await tagOf(second), await tagOf(first)]
  const absent = `${'0'.repeat(39)}1`
  const asked = [first, second.slice(0, 12), tip, tag, deleted, deleted.slice(0, 12), lostTag, absent]
  const lost = [deleted, deleted.slice(0, 12), lostTag, absent]
  expect(await unreachable(repository, asked, [tip, tag, tag])).toEqual(lost)
})
