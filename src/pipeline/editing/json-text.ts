/** Whether a pipeline file is JSON, as programs write it; braces of YAML need no quotes. */
export function isJson(text: string): boolean {
  return textOfJson(text, undefined) !== undefined
}

/**
 * The `space` that `JSON.stringify` writes this very text with, but for a line end at its end; undefined
 * where it does not: in other texts, in JSON that people laid out, and with numbers that lose digits.
 */
export function spaceOfJson(text: string): string | undefined {
  const space = /^\{\n([ \t]+)"/.exec(text)?.[1] ?? ''
  return textOfJson(text, space) === text.replace(/\n$/, '') ? space : undefined
}

function textOfJson(text: string, space: string | undefined): string | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, space)
  } catch {
    return undefined
  }
}
