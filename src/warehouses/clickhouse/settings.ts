/** What is said with each statement: SQL means what it means on other databases, and rows read alike. */
export const SETTINGS: Readonly<Record<string, string>> = {
  // Where an outer join finds nothing is null, and no zero or empty text.
  join_use_nulls: '1',
  group_by_use_nulls: '1',
  cast_keep_nullable: '1',
  aggregate_functions_null_for_empty: '1',
  insert_null_as_default: '0',
  input_format_null_as_default: '0',
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  intersect_default_mode: 'DISTINCT',
  // A name means the column of the table, not what SELECT calls by it.
  prefer_column_name_to_alias: '1',
  // A branch of CASE is computed only for the rows that take it.
  short_circuit_function_evaluation: 'force_enable',
  // A DateTime without a zone would be read and written in that of the server; one that no type holds would
  // be another.
  session_timezone: 'UTC',
  date_time_overflow_behavior: 'throw',
  // A statement that has answered is done.
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
  async_insert: '0',
  // What was written before is read, whichever replica answers.
  select_sequential_consistency: '1',
  // 64 MB: batches of loads stand in the text of their statements.
  max_query_size: '67108864',
  // Components in a row are subqueries of one statement.
  max_subquery_depth: '1000',
  output_format_decimal_trailing_zeros: '1',
}
