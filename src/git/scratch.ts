import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitText, runGit } from './run-git.ts'

/**
 * Does `work` in a temporary repository that reads the objects of another one (or of none), and whose own
 * objects nobody else sees: they are gone when `work` has ended.
 */
export async function withScratch<T>(
  folder: string | undefined,
  work: (scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'headrace-git-'))
  try {
    // Both must name objects alike.
    const format =
      folder === undefined
        ? 'sha1'
        : await gitText({ args: ['rev-parse', '--show-object-format'], cwd: folder })
    await runGit({
      args: ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, '--', scratch],
    })
    if (folder !== undefined)
      await writeFile(join(scratch, 'objects', 'info', 'alternates'), `${join(folder, 'objects')}\n`)
    return await work(scratch)
  } finally {
    // A leftover in the folder for temporary files is no reason to fail what has succeeded.
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined)
  }
}
