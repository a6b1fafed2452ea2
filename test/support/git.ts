import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { basic } from '../../src/git/remote.ts'

const run = promisify(execFile)

const author = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/**
 * Runs `git` as a person would, without the configuration of the machine. Resolves with both outputs
 * together.
 */
export async function git(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await run('git', [...args], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
      ...author,
      ...env,
    },
  })
  return stdout + stderr
}

/** The environment in which `git` signs in with an access token, as with any user name. */
export const withToken = (token: string, user = 'token') => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'http.extraHeader',
  GIT_CONFIG_VALUE_0: `Authorization: ${basic(user, token)}`,
})

/** A temporary folder for the tests of one file. */
export function useFolder(): { readonly path: string } {
  const held = { path: '' }
  beforeAll(async () => {
    held.path = await mkdtemp(join(tmpdir(), 'headrace-git-'))
  })
  afterAll(() => rm(held.path, { recursive: true, force: true, maxRetries: 5 }))
  return held
}

/** A working copy with one commit on `main`, instead of what a first try of the test left there. */
export async function aWorkingCopy(
  folder: string,
  files: Readonly<Record<string, string>> = { 'README.md': 'hello\n' },
): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await git(folder, ['init', '--quiet', '--initial-branch=main'])
  await commit(folder, files, 'First commit')
  return folder
}

/** Writes files and commits them; answers the commit's id. */
export async function commit(
  folder: string,
  files: Readonly<Record<string, string>>,
  message: string,
): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await git(folder, ['add', '--all'])
  await git(folder, ['commit', '--quiet', '--message', message])
  return (await git(folder, ['rev-parse', 'HEAD'])).trim()
}

/** Names and object ids of every ref of a repository, one a line. */
export const refsOf = (folder: string): Promise<string> =>
  git(folder, ['for-each-ref', '--format=%(objectname) %(refname)'])
