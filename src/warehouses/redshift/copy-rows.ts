import { randomUUID } from 'node:crypto'
import type { RedshiftConnection } from '../connection.ts'
import type { S3Staging } from '../s3-staging.ts'
import type { Cell } from '../warehouse.ts'
import { quoteText } from './quote-text.ts'

export type RedshiftStaging = NonNullable<RedshiftConnection['staging']>

/** Rows that reach Redshift through a folder in S3: its own bulk load, COPY, reads files from there. */
export interface RowCopies {
  /**
   * Lets `run` run the statement that fills `table` (quoted) with the rows. Throws WarehouseError, the
   * signal's reason when it aborts.
   */
  copied(
    table: string,
    rows: readonly (readonly Cell[])[],
    signal: AbortSignal,
    run: (sql: string) => Promise<unknown>,
  ): Promise<void>
}

export const createRowCopies = (
  staging: S3Staging,
  { iamRole, region }: Pick<RedshiftStaging, 'iamRole' | 'region'>,
): RowCopies => ({
  copied(table, rows, signal, run) {
    const nullText = `null-${randomUUID()}`
    const role = iamRole.toLowerCase() === 'default' ? 'default' : quoteText(iamRole)
    return staging.through({ text: csvOf(rows, nullText), ending: 'csv' }, signal, ({ url }) =>
      run(
        [
          `copy ${table} from ${quoteText(url)} iam_role ${role} region ${quoteText(region)}`,
          `format as csv gzip null as ${quoteText(nullText)} compupdate off statupdate off`,
        ].join('\n'),
      ),
    )
  },
})

/** Cells in quotes, so that an empty text is one; null is a text that no cell has. */
function csvOf(rows: readonly (readonly Cell[])[], nullText: string): string {
  const quoted = (cell: Cell) => (cell === null ? nullText : `"${cell.replaceAll('"', '""')}"`)
  return rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')
}
