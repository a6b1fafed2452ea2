/** What components ask of a database that not every one does. */
export type Need =
  /** A transaction that components share. */
  | 'transactions'
  /** A transaction that a script begins or ends by itself. */
  | 'scriptTransactions'
  | 'merges'
  /** Parts of JSON. */
  | 'nestedData'
  /** A row for each element of JSON. */
  | 'unfolding'
  /** Lead and Lag that ignore nulls. */
  | 'skippedNulls'
  /** Ranks of rows that have no order. */
  | 'unorderedRanks'
  /** Lead and Lag of rows that have no order. */
  | 'unorderedLeadLag'
  /** A full join that is not the last join. */
  | 'innerFullJoins'
  /** Subtotals of every combination of several columns. */
  | 'cubes'

/** Why a database does not do it, and what to do instead: what validation says, and the step that fails. */
export type Refusals = Readonly<Partial<Record<Need, string>>>

const skippedNulls = "The environment's database cannot ignore nulls in Lead and Lag: set Ignore Nulls to No"
const unordered =
  "The environment's database computes this only for rows that have an order: set an ordering within partitions"
const redshiftNested =
  'Nested data is not unfolded on Redshift: read it with a SQL component in the dialect of Redshift, ' +
  'for example: select o.id, i.sku from orders o, o.items i'

const clickHouseTransactions =
  'ClickHouse has no transactions: each statement is kept when it is done. Leave out begin and commit; to change a table ' +
  'in one step, fill another one beside it and exchange tables'

/** By the kind of warehouse that projects and connections name; those that are not here refuse nothing. */
export const refusals = {
  MYSQL: {
    transactions:
      'MariaDB and MySQL commit with every CREATE, DROP, RENAME and TRUNCATE, so steps cannot share a transaction there: ' +
      'take the begin and the commit out of the pipeline',
    skippedNulls,
    innerFullJoins:
      "A full join has to be the last of the joins on the environment's database: put it last, or into a separate join",
    cubes: "The environment's database cannot compute a Cube: use Group By or Rollup",
  },
  REDSHIFT: {
    nestedData: redshiftNested,
    unfolding: redshiftNested,
    unorderedLeadLag: unordered,
  },
  BIGQUERY: { skippedNulls, unorderedRanks: unordered, unorderedLeadLag: unordered },
  DATABRICKS: {
    transactions:
      'A transaction of Databricks is one statement and cannot stay open while components take turns: leave out Begin and Commit, ' +
      'or write begin; …; commit in one SQL script',
  },
  CLICKHOUSE: {
    transactions: clickHouseTransactions,
    scriptTransactions: clickHouseTransactions,
    merges:
      'ClickHouse has no MERGE, and no transaction that could take its place: join the rows with those of the table and write ' +
      'all of them with a rewrite-table, or insert them into a ReplacingMergeTree',
    unfolding:
      'Nested data is not unfolded on ClickHouse, whose joins read no row before them: use a SQL component with ARRAY JOIN, ' +
      'for example: select id, item from orders array join JSONExtractArrayRaw(items) as item',
    skippedNulls,
  },
} as const satisfies Readonly<Record<string, Refusals>>

/** What a kind of warehouse refuses. */
export const refusalsOf = (kind: string): Refusals =>
  (refusals as Readonly<Record<string, Refusals>>)[kind] ?? {}
