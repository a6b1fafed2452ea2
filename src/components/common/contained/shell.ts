/** `text` as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A command line of a POSIX shell. */
export const commandLine = (words: readonly string[]): string => words.map(quoted).join(' ')
