import { gitText } from './run-git.ts'

/** `merge-tree --write-tree`, which merges without a work tree, is known since 2.38. */
const OLDEST = [2, 38] as const

/**
 * What is wrong with the `git` program of this machine, as a message for users; undefined when it is usable.
 */
export async function gitProgramFault(): Promise<string | undefined> {
  const output = await gitText({ args: ['--version'], timeoutMs: 10_000 }).catch(() => undefined) // without a usable program: reported below
  const needed = `Repositories need git ${OLDEST.join('.')} or newer on the server`
  if (output === undefined) return `${needed}; no git program was found`
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? []
  const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])
  return isOld ? `${needed}; this is ${output}` : undefined
}
