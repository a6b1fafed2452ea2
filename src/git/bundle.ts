import { spawn } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { newId } from '../lib/ids.ts'
import { createBare, setHead } from './bare.ts'
import { configVariables, safeEnvironment } from './environment.ts'
import { GitError, gitText, runGit } from './run-git.ts'

const UNBUNDLE_TIMEOUT_MS = 3_600_000
const MAX_MESSAGE_CHARACTERS = 4_096

export interface RepositoryBundle {
  /** The branch that clones get, which may have no commit yet; a name like `refs/heads/main`. */
  readonly head: string
  /** Every ref with what it reaches; undefined when the repository has none. */
  readonly bytes: AsyncIterable<Buffer> | undefined
}

/** A repository as one stream that is consistent while others push to it. Throws `GitError`. */
export async function bundleOf(folder: string): Promise<RepositoryBundle> {
  const head = await gitText({ args: ['symbolic-ref', 'HEAD'], cwd: folder })
  const refs = await gitText({ args: ['for-each-ref', '--count=1', '--format=%(refname)'], cwd: folder })
  return { head, bytes: refs === '' ? undefined : bundle(folder) }
}

async function* bundle(folder: string): AsyncGenerator<Buffer> {
  const args = ['bundle', 'create', '--quiet', '-', '--all']
  const env = { ...safeEnvironment(), ...configVariables({}) }
  const child = spawn('git', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-MAX_MESSAGE_CHARACTERS)
  })
  const code = new Promise<number | null>((done) => {
    child.once('error', () => done(null))
    child.once('close', (exitCode) => done(exitCode))
  })
  try {
    yield* child.stdout as Readable as AsyncIterable<Buffer>
    const exitCode = await code
    if (exitCode !== 0) throw new GitError('exited', { exitCode: exitCode ?? undefined, stderr }, args)
  } finally {
    child.kill()
  }
}

/**
 * Makes the hosted repository `folder`, which must not exist, of a bundle; an empty one without. It appears
 * whole or not at all. Throws `GitError`.
 */
export async function unbundle(file: string | undefined, folder: string, head: string): Promise<void> {
  const fresh = `${folder}.${newId()}.unbundled`
  try {
    await createBare(fresh)
    if (file !== undefined)
      await runGit({
        args: ['fetch', '--quiet', '--no-write-fetch-head', '--', file, '+refs/*:refs/*'],
        cwd: fresh,
        env: { GIT_ALLOW_PROTOCOL: 'file' },
        timeoutMs: UNBUNDLE_TIMEOUT_MS,
      })
    await setHead(fresh, head)
    await rename(fresh, folder)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
}
