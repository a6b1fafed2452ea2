import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Files of the repository, those not yet committed included; paths from its root. `patterns` are git's
 * pathspecs.
 */
export const trackedFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns])
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
