/**
 * A NUL and half of a surrogate pair as `JSON.stringify` writes them, but not the text `\u0000` itself, whose
 * backslash is written twice.
 */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(0000|d[89a-f]..)/g

/**
 * A value as JSON text that PostgreSQL takes: outputs of programs sometimes have in them what it does not
 * keep. A NUL is left out; half of a surrogate pair becomes the replacement character, as in a text that is
 * no JSON.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text // almost always, and cheaper to find out than by the expression
  return text.replace(unstorable, (_, before: string, code: string) =>
    code === '0000' ? before : `${before}\ufffd`,
  )
}
