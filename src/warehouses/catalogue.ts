/** Which tables of a database are looked for. Names are compared without regard to letter case. */
export interface CatalogueQuery {
  /** As SQL and parameters name it; the environment's own without it. */
  readonly database?: string | undefined
  /** All schemas without it. */
  readonly schema?: string | undefined
  /** What the names of the tables begin with; anything when it is empty. */
  readonly prefix: string
  /** Rows at most. */
  readonly limit: number
}

/** A table whose columns are looked for. */
export interface ColumnsQuery extends Omit<CatalogueQuery, 'prefix'> {
  readonly table: string
}

/** Queries for what a database has, tables and views alike, without what belongs to the database itself. */
export interface CatalogueSql {
  /** Rows of a name, and `1` for the schema that bare names mean; that one first, then by name. */
  schemas(of: Pick<CatalogueQuery, 'database' | 'limit'>): string
  /** Rows of schema and table: those of the schema that bare names mean first, then by schema and name. */
  tables(of: CatalogueQuery): string
  /** Rows of schema, table, column and type, each table's in order; of tables as `tables` has them. */
  columns(of: ColumnsQuery): string
}

/** Conditions of a query. */
export const every = (conditions: readonly (string | undefined)[]): string =>
  conditions.filter((one) => one !== undefined).join('\n   and ')
