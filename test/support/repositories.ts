import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { aWorkingCopy, commit, git } from './git.ts'

/**
 * A working copy with everything that gets lost easily: several branches, light and annotated tags, a tag of
 * a tag, notes, refs outside the usual places, names that are no UTF-8, a Git LFS pointer, a submodule link.
 */
export async function aRichRepository(folder: string): Promise<string> {
  await aWorkingCopy(folder)
  await commit(folder, { 'large.bin': lfsPointer, '.gitattributes': '*.bin filter=lfs -text\n' }, 'Pointer')
  await git(folder, ['branch', 'feature/one'])
  await git(folder, ['tag', 'light'])
  await git(folder, ['tag', '--annotate', '--message', 'Release', 'v1.0'])
  await git(folder, ['tag', '--annotate', '--message', 'Tag of a tag', 'v1.0-again', 'v1.0'])
  await git(folder, ['notes', 'add', '--message', 'Looks good'])
  const head = (await git(folder, ['rev-parse', 'HEAD'])).trim()
  await git(folder, ['update-ref', 'refs/custom/build/1', 'HEAD~'])
  // A shell passes bytes that are not UTF-8; arguments of Node are text.
  await gitWithInput(
    folder,
    ['update-ref', '--stdin'],
    Buffer.from(`create refs/heads/caf\xe9 ${head}\n`, 'latin1'),
  )
  const tree = `160000 commit ${head}\tlib\n`
  const treeId = await gitWithInput(folder, ['mktree', '--missing'], Buffer.from(tree))
  const commitId = (await git(folder, ['commit-tree', treeId.trim(), '-m', 'Submodule'])).trim()
  await git(folder, ['update-ref', 'refs/heads/submodule', commitId])
  return folder
}

const lfsPointer = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`

/**
 * Fills a repository with `count` blobs in one commit, through one pack; each has `extra` random characters.
 */
export async function fill(folder: string, count: number, extra = 0): Promise<void> {
  const parts: string[] = []
  for (let i = 0; i < count; i++) {
    const text = `file ${i} ${randomBytes(extra / 2).toString('hex')}\n`
    parts.push(`blob\nmark :${i + 1}\ndata ${text.length}\n${text}`)
  }
  parts.push('commit refs/heads/many\ncommitter Ada <ada@example.com> 1700000000 +0000\ndata 4\nMany')
  for (let i = 0; i < count; i++) parts.push(`M 100644 :${i + 1} d${i % 100}/f${i}`)
  await gitWithInput(folder, ['fast-import', '--quiet'], Buffer.from(`${parts.join('\n')}\n`))
}

/** Runs `git` with bytes on its standard input; answers what it printed. */
export function gitWithInput(cwd: string, args: readonly string[], input: Buffer): Promise<string> {
  const child = spawn('git', [...args], { cwd, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => undefined) // it says why it ended
  child.stdin.end(input)
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`git ${args[0]}: ${code}`))))
  })
}

/** Marks a bare repository as one that refuses every push with these words. */
export async function refusePushes(folder: string, words: string): Promise<void> {
  await writeFile(join(folder, 'hooks', 'pre-receive'), `#!/bin/sh\necho "${words}" >&2\nexit 1\n`, {
    mode: 0o755,
  })
}
