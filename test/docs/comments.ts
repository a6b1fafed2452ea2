/** A line of a comment. */
export interface CommentLine {
  readonly line: number
  readonly text: string
}

/**
 * The comments of a TypeScript, CSS or SQL file, line by line: block comments, and line comments alone on a
 * line or after code. It reads lines, not syntax: a comment mark inside a string counts as one, which only
 * checks more text.
 */
export function commentsOf(source: string): CommentLine[] {
  const found: CommentLine[] = []
  let inBlock = false
  for (const [i, text] of source.split('\n').entries()) {
    const start = inBlock ? 0 : text.search(/\/\*|(^|\s)(\/\/|-- )/)
    if (start < 0) continue
    found.push({ line: i + 1, text: text.slice(start) })
    if (text.indexOf('/*', start) >= 0) inBlock = true
    if (text.lastIndexOf('*/') >= text.lastIndexOf('/*')) inBlock = inBlock && !text.includes('*/')
  }
  return found
}
