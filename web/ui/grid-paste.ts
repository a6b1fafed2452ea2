/**
 * The rows after what a spreadsheet copied (tabs between cells, one line per row) was pasted into a cell. Rows that are
 * missing are added; cells right of the last column are left out.
 */
export function pasted(
  rows: readonly (readonly string[])[],
  width: number,
  at: { readonly row: number; readonly column: number },
  text: string,
): string[][] {
  const given = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const height = Math.max(rows.length, at.row + given.length)
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      const own = given[row - at.row]?.[column - at.column]
      return (column >= at.column ? own : undefined) ?? rows[row]?.[column] ?? ''
    }),
  )
}
