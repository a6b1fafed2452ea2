/**
 * The SQL of a transformation with something else for each `$T{Name}`, which stands for the rows of one of
 * its sources. `written` is all of it as the SQL has it. Folded lines of a file may break a name.
 */
export const replaceSourceRows = (sql: string, rowsOf: (name: string, written: string) => string): string =>
  sql.replace(/\$T\{([^}]*)\}/g, (written, name: string) =>
    rowsOf(name.trim().replace(/\s*\n\s*/g, ' '), written),
  )
