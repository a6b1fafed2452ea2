import { git } from './git.ts'

/** Copies every ref of a repository into a bare folder, HEAD included. */
export async function mirror(from: string, to: string): Promise<void> {
  await git(to, ['fetch', '--quiet', '--update-head-ok', from, '+refs/*:refs/*'])
  const head = (await git(from, ['symbolic-ref', 'HEAD'])).trim()
  await git(to, ['symbolic-ref', 'HEAD', head])
}
