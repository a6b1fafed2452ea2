import { type CatalogueSql, every } from '../catalogue.ts'
import type { TableName } from '../warehouse.ts'
import type { PostgresDialect } from './dialect.ts'

/** What the database has by its own catalogue, which is quick where the standard's views are not. */
export function postgresCatalogue(
  resolve: (table: TableName) => TableName,
  { quoteText, nameKey }: Pick<PostgresDialect, 'quoteText' | 'nameKey'>,
): CatalogueSql {
  /** The schema that bare names mean, as an expression. */
  function usualSchema(database: string | undefined): string {
    const schema = database === undefined ? undefined : resolve({ database, table: '' }).schema
    return schema === undefined ? 'current_schema()' : quoteText(nameKey(schema))
  }
  const isOpen = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
   and has_schema_privilege(n.oid, 'usage')`
  // Partitions are written and read by the name of the whole.
  const isTable = `c.relkind in ('r', 'p', 'v', 'm', 'f')
   and not exists (select 1 from pg_inherits i where i.inhrelid = c.oid)`
  const isAlike = (column: string, name: string | undefined) =>
    name === undefined ? undefined : `lower(cast(${column} as text)) = lower(${quoteText(name)})`

  return {
    schemas: ({
      database,
      limit,
    }) => `select n.nspname, case when n.nspname = ${usualSchema(database)} then 1 else 0 end as is_usual
  from pg_namespace n
 where ${isOpen}
 order by is_usual desc, n.nspname limit ${limit}`,
    tables({ database, schema, prefix, limit }) {
      const where = every([
        isTable,
        isOpen,
        isAlike('n.nspname', schema),
        prefix === ''
          ? undefined
          : `lower(left(cast(c.relname as text), length(${quoteText(prefix)}))) = lower(${quoteText(prefix)})`,
      ])
      return `select n.nspname, c.relname
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where ${where}
 order by n.nspname <> ${usualSchema(database)}, n.nspname, c.relname limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      const where = every([
        isTable,
        isOpen,
        isAlike('n.nspname', schema),
        isAlike('c.relname', table),
        'a.attnum > 0',
        'not a.attisdropped',
      ])
      return `select n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
 where ${where}
 order by n.nspname <> ${usualSchema(database)}, n.nspname, c.relname, a.attnum limit ${limit}`
    },
  }
}
