import type { CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import type { SQLDialect } from '@codemirror/lang-sql'
import type { Extension } from '@codemirror/state'
import type { Names } from './names.ts'
import { completeColumns, findNames } from './sql-names.ts'

export type CodeLanguage = 'sql' | 'python' | 'yaml' | 'json' | 'bash' | 'text'

/** What DuckDB has beyond PostgreSQL. */
const duckdbKeywords =
  'anti asof columns describe exclude glob macro map offset pivot pivot_longer pivot_wider positional qualify sample ' +
  'semi struct summarize try_cast union_by_name unnest unpivot'

interface LanguageWishes {
  readonly language: CodeLanguage
  readonly warehouse: string | undefined
  /** Read with every completion: names arrive and change while the editor is open. */
  readonly names: () => Names
}

/** The grammar of a language and its completions, loaded when it is first needed. */
export async function loadLanguage({ language, warehouse, names }: LanguageWishes): Promise<Extension> {
  switch (language) {
    case 'sql':
      return loadSql(warehouse, names)
    case 'python':
      return (await import('@codemirror/lang-python')).python()
    case 'yaml':
      return (await import('@codemirror/lang-yaml')).yaml()
    case 'json':
      return (await import('@codemirror/lang-json')).json()
    case 'bash': {
      const [{ StreamLanguage }, { shell }] = await Promise.all([
        import('@codemirror/language'),
        import('@codemirror/legacy-modes/mode/shell'),
      ])
      return StreamLanguage.define(shell)
    }
    case 'text':
      return []
  }
}

/** Keywords of the dialect; tables and columns of those that are known at the time. */
async function loadSql(warehouse: string | undefined, names: () => Names): Promise<Extension> {
  const sql = await import('@codemirror/lang-sql')
  const dialect = dialectOf(sql, warehouse)
  return [
    dialect.extension,
    dialect.language.data.of({ autocomplete: sql.keywordCompletionSource(dialect) }),
    dialect.language.data.of({ autocomplete: completeTables(sql, dialect, names) }),
  ]
}

/**
 * Tables, aliases and columns: of the rows that reach the component, and of the database once one is chosen.
 */
function completeTables(
  sql: typeof import('@codemirror/lang-sql'),
  dialect: SQLDialect,
  names: () => Names,
): CompletionSource {
  return async (context) => {
    const { tables = [], columns = [], database } = names()
    const word = context.matchBefore(/[\p{L}\p{N}_$]*$/u)?.text ?? ''
    // A database that cannot be asked is said where it is chosen.
    const found =
      database && (await findNames(database, context.state.doc.toString(), word).catch(() => undefined))
    if (context.aborted) return null
    const known = Object.fromEntries(tables.map((table) => [table.name, [...table.columns]]))
    const self = columns.map(({ name }) => name)
    const completed = await sql.schemaCompletionSource({
      dialect,
      schema: { ...found?.namespace, ...known, ...(self.length > 0 && { [INPUT]: self }) },
      ...(self.length > 0 && { defaultTable: INPUT }),
    })(context)
    const loose = found && completeColumns(context, found)
    const whole = joined(completed, loose)
    // What is typed next may begin other tables than those that are listed.
    if (whole === null || found?.isPartial !== true) return whole
    const { validFor: _, ...asked } = whole
    return asked
  }
}

function joined(one: CompletionResult | null, other: CompletionResult | null | undefined) {
  if (one === null || !other || one.from !== other.from) return one ?? other ?? null
  return { ...one, options: [...one.options, ...other.options] }
}

function dialectOf(sql: typeof import('@codemirror/lang-sql'), warehouse: string | undefined) {
  const { keywords, ...spec } = sql.PostgreSQL.spec
  if (warehouse !== 'DUCKDB') return sql.PostgreSQL
  return sql.SQLDialect.define({ ...spec, keywords: `${keywords} ${duckdbKeywords}` })
}

/** The rows that reach the component, whose columns need no table in front of them. */
const INPUT = 'input'
