/** What a caught value says: the message of an error, anything else as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const fullDisk = 'The disk of the runner is full: make room there'
const fewFiles = 'The runner has too many files open: raise its limit (ulimit -n)'
const advice: Readonly<Record<string, string>> = {
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
  EROFS: 'The file system of the runner is read-only: make it writable',
  EMFILE: fewFiles,
  ENFILE: fewFiles,
}

/**
 * What a message about a file ends with where the machine of the runner is to blame, without a full stop;
 * empty for every other error.
 */
export function machineAdvice(error: unknown): string {
  const code = String((error as NodeJS.ErrnoException | undefined)?.code)
  return Object.hasOwn(advice, code) ? `. ${advice[code]}, then run the step again` : ''
}
