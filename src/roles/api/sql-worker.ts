import type { SqlDialect } from '../../lib/datasets.ts'
import { serveWork } from '../../lib/serve-work.ts'
import type { KnownTable } from '../../lib/sql-lineage.ts'
import { readSql } from '../../sql/read-sql.ts'

export interface SqlWork {
  readonly script: string
  readonly dialect: SqlDialect
  readonly known: readonly KnownTable[]
}

/** The thread that reads SQL for an API process. */
serveWork(({ script, dialect, known }: SqlWork) => readSql(script, dialect, known))
