import { notMapped } from './database-names.ts'

const partOfDate =
  /column "?(?:year|quarter|month|week|day|hour|minute|second)s?"? (?:does not exist|was not found|not found)/i
const databaseName =
  /Catalog (?:"([^"]+)"|with name (\S+)) does not exist|cross-database references are not implemented: "?([^".]+)/

/**
 * What to do about a message of a database that SQL written for another one often meets; undefined for any
 * other.
 */
export function dialectHint(message: string): string | undefined {
  const name = databaseName
    .exec(message)
    ?.slice(1)
    .find((found) => found !== undefined)
  if (name !== undefined) return notMapped(name)
  if (partOfDate.test(message)) return "A part of a date needs quotes here: dateadd('day', 1, x)."
  if (
    /ordered aggregate "listagg"|function listagg\(.*\) is not an ordered-set|within group.*listagg/i.test(
      message,
    )
  )
    return "Write the order inside the parentheses: string_agg(x, ',' order by y)."
  if (/too many with elements|too high level of nesting/i.test(message))
    return 'Write the intermediate result into a table with a rewrite-table, and read the rest from that table.'
  return undefined
}
