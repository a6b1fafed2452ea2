import type { DecidedAppends } from '../decided-appends.ts'
import { quoteText } from './quote.ts'

const OTHER_ENGINE =
  'Headrace loads rows into tables of the MergeTree family only: no other engine takes all of them in one step. Load them into ' +
  'such a table, and insert them from there'
const HAS_VIEWS =
  'Materialized views read what is inserted into the table, and would miss what a load moves into it: load into another table, ' +
  'and insert the rows from there'

/** Loads of ClickHouse: parts of a table move to another in one statement (ADR 53). */
export const clickHouseDecided: DecidedAppends = {
  check(schema, table) {
    const database = schema === undefined ? 'currentDatabase()' : quoteText(schema)
    return `select throwIf(not match(engine, 'MergeTree$'), ${quoteText(OTHER_ENGINE)}),
  throwIf(notEmpty(dependencies_table), ${quoteText(HAS_VIEWS)})
 from system.tables where database = ${database} and name = ${quoteText(table)}`
  },
  like: (table, original) => `create table if not exists ${table} as ${original}`,
  stage: (staged, target, columns, query) => [
    `create table ${staged} as ${target}`,
    `insert into ${staged} (${columns})\n${query}`,
  ],
  decide: (table, insert, decision, isOther) => [
    // What was decided long ago, when its token is forgotten.
    refuseOthers(table, isOther),
    `${insert} settings insert_deduplication_token = ${quoteText(decision)}`,
    refuseOthers(table, isOther),
  ],
  move: (staged, target) => `alter table ${staged} move partition all to table ${target}`,
}

const refuseOthers = (table: string, isOther: string): string =>
  `select throwIf(count() > 0, 'Another attempt, or another run, has added the same rows in the meantime') from ${table} where ${isOther}`
