import { Failure } from './failure.ts'

/**
 * The records of a CSV text (RFC 4180): commas, quotes doubled inside quotes, any line ending, a byte order
 * mark tolerated. Empty lines are no records. Throws Failure for a quote that is never closed.
 */
export function parseCsv(text: string): string[][] {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y
  const source = text.replace(/^\uFEFF/, '')
  const records: string[][] = []
  let record: string[] = []
  while (field.lastIndex < source.length || record.length > 0) {
    const at = field.lastIndex
    const match = field.exec(source)
    if (match === null)
      throw new Failure(`The CSV has a stray or unclosed quote in line ${lineOf(source, at)}.`)
    const [, raw = '', end] = match
    record.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === ',') continue
    if (record.length > 1 || raw !== '') records.push(record)
    record = []
    if (end === '') break
  }
  return records
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split(/\r\n|\n|\r/).length
