import { jsonOf, numberText, parseWritten, withWholeLetters } from '../../../lib/written-json.ts'
import type { FileFormat } from './file-format.ts'
import { createJsonReader, membersOf, scalarText } from './json-reader.ts'
import { rowOfMembers } from './member-rows.ts'
import { noneMatches } from './parquet.ts'
import type { RecordSink, TextReader } from './records.ts'
import { isJson, type TargetTable } from './target-table.ts'

/** Reads JSON values into rows: whole into one column, or each member into the column of its name. */
export function createJsonRows(format: FileFormat, target: TargetTable, sink: RecordSink): TextReader {
  const { columns } = target
  const isWhole = target.takesWhole
  const match = format.match === 'exact' ? 'exact' : 'any-case'
  return createJsonReader(format.stripOuterArray, (given, line) => {
    const value = withWholeLetters(given)
    try {
      if (isWhole) {
        sink.row([format.stripNulls ? jsonOf(withoutNulls(parseWritten(value))) : value], line)
        return
      }
      const members = membersOf(value)
      if (members === undefined) {
        const hint = value.startsWith('[') && !format.stripOuterArray ? ': set Strip Outer Array to True' : ''
        sink.problem(`the value is not an object, so it has no members for columns${hint}`, line)
        return
      }
      const cells = rowOfMembers(members, columns, match, (member, { type }) =>
        isJson(type) ? (member === 'null' ? null : member) : scalarText(member),
      )
      if (cells === undefined) sink.problem(noneMatches(members.keys(), columns), line)
      else sink.row(cells, line)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      sink.problem(`the value is not JSON: ${error.message}`, line)
    }
  })
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null || numberText(value) !== undefined) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]))
}
