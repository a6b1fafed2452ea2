import type { ServerResponse } from 'node:http'
import { columnIndex } from '../../src/components/common/spreadsheets/cell-range.ts'
import { type Arrived, sendJson } from './wire.ts'

export const ID = '1aBCD2efg3HiJk4lMNopQ5rs6Tu7-vwxyZ8abcdefghi'

/** What a cell holds, and a number that is shown as a date or a time. */
type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly effectiveValue: object; readonly effectiveFormat?: object }
export type Cells = readonly (readonly Cell[])[]

export const dated = (numberValue: number, type: 'DATE' | 'DATE_TIME' | 'TIME', pattern = '') => ({
  effectiveValue: { numberValue },
  effectiveFormat: { numberFormat: { type, pattern } },
})
export const failed = (message: string) => ({ effectiveValue: { errorValue: { type: 'N_A', message } } })

/**
 * One spreadsheet, "Accounts", as the Sheets and Drive APIs show it. It refuses what they refuse:
 * tokens, other spreadsheets, sheets that are not there, cells beyond the grid, fields that do not exist.
 */
export function createSheets(
  sheets: Readonly<Record<string, Cells>>,
  { isAllowed }: { readonly isAllowed: (token: string) => boolean },
): (request: Arrived, response: ServerResponse) => void {
  const names = Object.keys(sheets)
  const size = (title: string) => {
    const rows = sheets[title] ?? []
    return { rowCount: rows.length, columnCount: Math.max(1, ...rows.map((row) => row.length)) }
  }

  return ({ url, query, headers }, response) => {
    const refuse = (code: number, message: string) =>
      response
        .writeHead(code, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { code, message } }))
    const { pathname } = new URL(url, 'http://google')
    if (!isAllowed((headers.authorization ?? '').replace('Bearer ', '')))
      return void refuse(401, 'Request had invalid authentication credentials.')
    if (pathname === '/drive/v3/files') return sendJson(response, { files: filesOf(query.get('q') ?? '') })
    if (pathname !== `/v4/spreadsheets/${ID}`) return void refuse(404, 'Requested entity was not found.')
    const fields = query.get('fields') ?? ''
    const [range] = query.getAll('ranges')
    if (range === undefined) {
      if (!/^properties\(title\),sheets\(properties\(/.test(fields))
        return void refuse(400, 'Invalid field selection')
      const chart = { properties: { title: 'Chart', sheetType: 'OBJECT' } }
      const grids = names.map((title, index) => ({
        properties: { sheetId: index * 1_000, title, sheetType: 'GRID', gridProperties: size(title) },
      }))
      return sendJson(response, { properties: { title: 'Accounts' }, sheets: [chart, ...grids] })
    }
    const [, quoted, from = '', top, to = '', bottom] =
      /^'((?:[^']|'')+)'!([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? []
    const title = quoted?.replaceAll("''", "'")
    if (title === undefined || !names.includes(title))
      return void refuse(400, `Unable to parse range: ${range}`)
    const { rowCount, columnCount } = size(title)
    if (Number(bottom) > rowCount || columnIndex(to) >= columnCount)
      return void refuse(
        400,
        `Range (${range}) exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`,
      )
    if (
      query.get('includeGridData') !== 'true' ||
      !/^sheets\(data\(rowData\(values\(effectiveValue,/.test(fields)
    )
      return void refuse(400, 'Invalid field selection')
    const rows = (sheets[title] ?? []).slice(Number(top) - 1, Number(bottom))
    const rowData = rows.map((row) => {
      const values = row.slice(columnIndex(from), columnIndex(to) + 1).map(shownCell)
      return values.length === 0 ? {} : { values }
    })
    while (rowData.length > 0 && rowData.at(-1)?.values === undefined) rowData.pop()
    sendJson(response, { sheets: [{ data: [rowData.length === 0 ? {} : { rowData }] }] })
  }
}

function filesOf(query: string): readonly { readonly id: string }[] {
  const ofSheets = query.includes("mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false")
  if (!ofSheets) return []
  if (query.startsWith("name = 'Accounts' and ")) return [{ id: ID }]
  return query.startsWith("name = 'It\\'s twice' and ") ? [{ id: 'one' }, { id: 'other' }] : []
}

function shownCell(cell: Cell): object {
  if (cell === null) return {}
  if (typeof cell === 'object') return cell
  const key = { string: 'stringValue', number: 'numberValue', boolean: 'boolValue' }[typeof cell as 'string']
  return { effectiveValue: { [key]: cell } }
}
