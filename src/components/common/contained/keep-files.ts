import { readFileSync } from 'node:fs'

const program = readFileSync(new URL('./keep-files.py', import.meta.url), 'utf8')

/**
 * The words in front of a command that keep it from making links, and from moving things to other folders,
 * but below the folders that are free: with either, a script could lead SQL out of the files of its
 * environment (ADR 58).
 */
export const keepFiles = (python: string, free: readonly string[]): readonly string[] => [
  ...[python, '-I', '-S', '-c', program],
  ...free,
  '--',
]
