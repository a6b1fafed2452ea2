/** A NUL as `JSON.stringify` writes it, but not the text `\u0000` itself, whose backslash is written twice. */
const nul = /(?<!\\)((?:\\\\)*)\\u0000/g

/** A value as JSON text that PostgreSQL takes: it keeps no NUL in text, and outputs of programs sometimes have one. */
export const jsonText = (value: unknown): string => JSON.stringify(value).replace(nul, '$1')
