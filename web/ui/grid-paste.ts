/**
 * The rows after what a spreadsheet copied (tabs between cells, one line per row) was pasted into a cell.
 * Rows that are missing are added; cells right of the last column are left out.
 */
export function pasted(
  rows: readonly (readonly string[])[],
  width: number,
  at: { readonly row: number; readonly column: number },
  text: string,
): string[][] {
  const given = cellsOf(text.replace(/\r?\n$/, ''))
  const height = Math.max(rows.length, at.row + given.length)
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      const own = given[row - at.row]?.[column - at.column]
      return (column >= at.column ? own : undefined) ?? rows[row]?.[column] ?? ''
    }),
  )
}

/** A cell in quotes, in which quotes are doubled, or one without; then what ends it. */
const cell = /(?:"((?:[^"]|"")*)"|((?:[^\t\r\n]|\r(?!\n))*))(\t|\r?\n|$)/gy

/**
 * Spreadsheets put a cell into quotes only where it holds a tab, a line break or quotes: other quotes are its
 * own.
 */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = `"${quoted}"`, end] of text.matchAll(cell)) {
    const isWrapped = quoted !== undefined && /["\t\n]/.test(quoted)
    rows.at(-1)!.push(isWrapped ? quoted.replaceAll('""', '"') : plain)
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows
}
