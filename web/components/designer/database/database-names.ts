import type { operations } from '../../../../openapi/types.generated.ts'

type Operation = operations['listDatabaseTables']
export type DatabaseTables = Operation['responses'][200]['content']['application/json']
export type TablesWanted = Omit<Operation['requestBody']['content']['application/json'], 'environmentName'>

/** Asks the database of an environment. Throws what the API refuses. */
export type ReadTables = (wanted: TablesWanted) => Promise<DatabaseTables>

/** Somebody may create a table meanwhile. */
const KEEP_MS = 60_000
const MAX_KEPT = 200
const MAX_TABLES = 1_000

export type DatabaseNames = ReturnType<typeof createDatabaseNames>

/** Names of tables and columns of one database; what was read is kept for a minute. */
export function createDatabaseNames(read: ReadTables, now: () => number = Date.now) {
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<DatabaseTables> }>()

  function remembered(wanted: TablesWanted): Promise<DatabaseTables> {
    const key = JSON.stringify(wanted)
    const found = kept.get(key)
    if (found !== undefined && now() - found.at < KEEP_MS) return found.answer
    const answer = read(wanted)
    kept.delete(key)
    kept.set(key, { at: now(), answer })
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest)
    const forget = () => {
      if (kept.get(key)?.answer === answer) kept.delete(key)
    }
    answer.then(({ ok }) => ok || forget(), forget)
    return answer
  }

  return {
    /** Tables whose names begin with `prefix`, from one list where the database has few. */
    async tables(prefix: string): Promise<DatabaseTables> {
      const all = await remembered({ limit: MAX_TABLES })
      const begin = prefix.toLowerCase()
      if (begin === '' || !all.ok) return all
      if (all.more === true) return { ...all, ...(await remembered({ limit: MAX_TABLES, prefix: begin })) }
      const tables = (all.tables ?? []).filter(({ name }) => name.toLowerCase().startsWith(begin))
      return { ...all, tables }
    },
    /**
     * The tables of a list without a prefix, and where it is cut those that begin with `prefix` before them.
     */
    async known(prefix: string): Promise<DatabaseTables> {
      const all = await remembered({ limit: MAX_TABLES })
      if (all.more !== true || prefix === '') return all
      const found = await remembered({ limit: MAX_TABLES, prefix: prefix.toLowerCase() })
      if (!found.ok) return found
      const tables = [...(found.tables ?? []), ...(all.tables ?? [])]
      const byName = new Map(tables.map((table) => [JSON.stringify([table.schema, table.name]), table]))
      return { ...all, tables: [...byName.values()] }
    },
    /** The tables of a name, with their columns. */
    columns: (table: string, schema?: string): Promise<DatabaseTables> =>
      remembered({ table: table.toLowerCase(), ...(schema !== undefined && { schema }) }),
  }
}
