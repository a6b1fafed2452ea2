import { AMBIGUOUS_MERGE } from '../merge-actions.ts'

const TRANSACTION_TABLE =
  "A transaction only writes to managed tables with catalog-managed commits: alter table … set tblproperties ('delta.feature.catalogManaged' = 'supported'), with a SQL warehouse of the current channel."

/** What goes wrong most often, by the code of the error and the words of Databricks, and what to do. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /^(HTTP 401|UNAUTHENTICATED)\b/,
    'Databricks does not accept the credentials of the connection: create a new token, or check the OAuth secret of the service principal.',
  ],
  [
    /warehouse.*(does ?n.t exist|does not exist|not found|deleted)|not a valid endpoint id/i,
    'Check the warehouse ID of the connection: it is in the overview of the SQL warehouse in the workspace.',
  ],
  [
    /warehouse.*(stopped|not running|cannot be started|could not be started)|ENDPOINT_NOT_FOUND/i,
    'Start the SQL warehouse, or ask its owner why it does not start.',
  ],
  [
    /CAN[_ ]USE|not authorized to use (this|the)? ?(SQL )?(endpoint|warehouse)|permission.*(endpoint|warehouse)/i,
    'Grant "Can use" on the SQL warehouse to the user or service principal of the connection.',
  ],
  [
    /INSUFFICIENT_PERMISSIONS|PERMISSION_DENIED|does not have .*privilege/i,
    'Grant it to the user or service principal: use catalog, use schema and create table; and select and modify on the tables.',
  ],
  [/^(HTTP 403)\b/, 'An IP access list or a missing entitlement may refuse it too: ask the workspace admin.'],
  [
    /SCHEMA_NOT_FOUND|NO_SUCH_CATALOG|CATALOG_NOT_FOUND/,
    'Check the catalog and the schema of the connection, and that its user may use them.',
  ],
  [/catalog.?managed|MULTI_STATEMENT_TRANSACTION|TRANSACTION_NOT_SUPPORTED/i, TRANSACTION_TABLE],
  [
    /^(HTTP 429|RESOURCE_EXHAUSTED|REQUEST_LIMIT_EXCEEDED)\b|too many (requests|statements)|queue is full/i,
    'The workspace accepts no more statements at the moment: run fewer at once, or raise the number of clusters of the SQL warehouse.',
  ],
  [
    /statement.{0,30}(too (long|large)|exceed)|exceeds? .{0,40}(statement|query) (text )?(size|length)|^HTTP 413\b/i,
    'The text of a statement can have at most 16 MB: load fewer rows at once, or split it.',
  ],
  [/DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE|multiple source rows/i, `${AMBIGUOUS_MERGE}.`],
  [
    /DELTA_CONCURRENT|CONCURRENT_(APPEND|DELETE|TRANSACTION)|ConcurrentAppendException|MetadataChangedException/,
    'Another statement changed the same table in the meantime: run the step again, or let the two run one after the other.',
  ],
  [
    /INVALID_CHARACTERS_IN_COLUMN_NAME/,
    "Rename the column, or let the table have such names: tblproperties ('delta.columnMapping.mode' = 'name').",
  ],
  [
    /The statement \S+ (was not found|does not exist|is not found)/i,
    'Databricks has forgotten the statement, with its SQL warehouse or after an hour: look into the query history whether it was done, then run the step again.',
  ],
  [
    /Max iterations \(\d+\) reached for batch/,
    'The statement has too many steps: write the intermediate result into a table with a rewrite-table, and read the rest from that table.',
  ],
  [
    /STATEMENT_TIMEOUT|timed out because it exceeded/i,
    'Databricks canceled it: raise STATEMENT_TIMEOUT of the workspace or the SQL warehouse.',
  ],
]

/**
 * The words of Databricks, and what to do where that is known. `code` is the code of the error, or `HTTP 401`
 * and the like.
 */
export function shownMessage(code: string, message: string): string {
  const hint = hints.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1]
  return [message.trim(), hint].filter((line) => line !== undefined).join('\n')
}
