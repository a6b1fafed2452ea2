import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import { parseWithNumbers } from '../../../lib/json-numbers.ts'
import { parseCsv } from '../../terminal/csv.ts'

/** `name=value` of each `--var`. Values are sent as text; the server reads them as the variable's type. */
export function scalarValues(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(given.map((text) => nameAndValue('--var', text)))
}

/**
 * `name=@file` of each `--grid`, the file relative to `cwd`. JSON: rows as arrays, or as objects whose values
 * are taken in order. CSV: the first line names the columns and is not a row. Throws Failure that says what
 * is wrong.
 */
export function gridValues(given: readonly string[], cwd: string): Record<string, string[][]> {
  return Object.fromEntries(
    given.map((text) => {
      const [name, value] = nameAndValue('--grid', text)
      if (!value.startsWith('@'))
        throw new Failure(`--grid ${text}: rows are read from a file.`, {
          hint: `Write --grid ${name}=@rows.csv`,
        })
      return [name, gridOfFile(value.slice(1), cwd)]
    }),
  )
}

function nameAndValue(option: string, text: string): [string, string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new Failure(`${option} ${text}: expected a name and a value.`, {
    hint: `Write ${option} name=value`,
  })
}

function gridOfFile(file: string, cwd: string): string[][] {
  let text: string
  try {
    text = readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new Failure(`The grid file ${file} could not be read: ${errorText(error)}.`)
  }
  return file.toLowerCase().endsWith('.json') ? gridOfJson(text, file) : parseCsv(text).slice(1)
}

function gridOfJson(text: string, file: string): string[][] {
  const fault = (why: string) =>
    new Failure(`The grid file ${file} ${why}.`, { hint: 'It must look like [["a","1"],["b","2"]].' })
  let rows: unknown
  try {
    rows = parseWithNumbers(text, (written) => written)
  } catch (error) {
    throw fault(`is not JSON: ${errorText(error)}`)
  }
  if (!Array.isArray(rows)) throw fault('is not a list of rows')
  return rows.map((row: unknown, i) => {
    if (typeof row !== 'object' || row === null)
      throw fault(`has something that is not a row at position ${i + 1}`)
    return Object.values(row).map((cell: unknown) => {
      if (typeof cell === 'object' && cell !== null)
        throw fault(`has a cell that is not text in row ${i + 1}`)
      return cell === null ? '' : String(cell)
    })
  })
}
