/** What a caught value says: the message of an error, anything else as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a message about a file ends with where the disk is full, without a full stop; empty for every other error. */
export const diskAdvice = (error: unknown): string =>
  ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException | undefined)?.code))
    ? '. The disk of the runner is full: make room there, then run the step again'
    : ''
