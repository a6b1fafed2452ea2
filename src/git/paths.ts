/** Characters that some file systems ignore in names: with them, `.git` can be written in other ways. */
const ignoredInNames = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const MAX_PATH_CHARACTERS = 1_000
const MAX_NAME_BYTES = 255

/**
 * What is wrong with the path of a file that somebody wants to write, or undefined. Nothing gets through that
 * leaves the repository, or that a clone on any file system would take for Git's own (`git fsck` refuses it
 * on push).
 */
export function pathFault(path: string): string | undefined {
  if (path === '' || path.length > MAX_PATH_CHARACTERS)
    return `must have 1 to ${MAX_PATH_CHARACTERS} characters`
  if ([...path].some((character) => character < ' ' || character === '\u007f'))
    return 'must not contain control characters'
  if (!path.isWellFormed()) return 'must be well-formed Unicode'
  for (const name of path.split('/')) {
    if (name === '') return 'must not begin or end with a slash or contain two in a row'
    if (name === '.' || name === '..') return 'must not contain the parts . or ..'
    if (Buffer.byteLength(name) > MAX_NAME_BYTES)
      return `must have at most ${MAX_NAME_BYTES} bytes between slashes`
    if (isReserved(name)) return `must not have the part ${name}: Git would take it for its own`
  }
  return undefined
}

function isReserved(name: string): boolean {
  const parts = name.replace(ignoredInNames, '').split(/[:\\]/)
  return parts.some((part) => /^(\.git(modules)?|git~\d+|gitmod~\d+|gi7eba~\d+)[. ]*$/i.test(part))
}
