import type { SqlParts } from '../sql-parts.ts'
import { createStandardParts } from '../standard-parts.ts'
import { quoteText } from './quote-text.ts'

export const postgresParts: SqlParts = {
  ...createStandardParts(quoteText),
  // Rows of a partition are those of the whole: where both match, the whole has them.
  tablesQuery: (schema, _database, condition) => `with recursive found as (
  select oid, table_name
    from (
      select c.oid, cast(c.relname as text) as table_name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = ${schema === undefined ? 'current_schema()' : quoteText(schema)}
         and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_any_column_privilege(c.oid, 'select')
    ) as headrace_tables
   where ${condition}
), below as (
  select i.inhrelid from pg_inherits i join found f on f.oid = i.inhparent
  union
  select i.inhrelid from pg_inherits i join below b on b.inhrelid = i.inhparent
)
select table_name from found where oid not in (select inhrelid from below) order by table_name`,
}
