import { member, ServiceError } from '../../common/service-call.ts'
import type { CellRange } from '../../common/spreadsheets/cell-range.ts'
import { columnLetters } from '../../common/spreadsheets/cell-range.ts'
import { type NumberShape, numberCell, type SheetCell } from '../../common/spreadsheets/cells.ts'
import type { SheetRows } from '../../common/spreadsheets/load-sheet.ts'
import { formatShape } from '../../common/spreadsheets/xlsx/number-shapes.ts'

const SHEETS = 'https://sheets.googleapis.com'
const DRIVE = 'https://www.googleapis.com'
/** A cell is some 150 bytes of an answer, so a piece is a few megabytes unless its texts are long. */
const PIECE_CELLS = 30_000
const METADATA =
  'properties(title),sheets(properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount)))'
/** Values alone do not say which numbers are dates. */
const CELLS = 'sheets(data(rowData(values(effectiveValue,effectiveFormat(numberFormat(type,pattern))))))'

type Get = (path: string) => Promise<unknown>

export interface Spreadsheet {
  readonly title: string
  readonly sheets: readonly Sheet[]
  /** The name of the sheet that the address leads to; empty where it says none. */
  readonly pointedAt: string
  /** The cells of a range, as far as the sheet goes. `errors` counts cells that hold one. */
  read(sheet: Sheet, range: CellRange, errors: { count: number }): SheetRows
}

export interface Sheet {
  readonly id: number
  readonly title: string
  readonly rowCount: number
  readonly columnCount: number
}

/** Finds a spreadsheet by its id, its address, or a name that only one has. Throws ServiceError. */
export async function openSpreadsheet(open: (origin: string) => Get, named: string): Promise<Spreadsheet> {
  const get = open(SHEETS)
  const { path, found } = await findSpreadsheet(get, open, named)
  const title = String(member(member(found, 'properties'), 'title') ?? named)
  const sheets = sheetsOf(found)
  return {
    title,
    sheets,
    pointedAt: pointedAt(sheets, named),
    read: (sheet, range, errors) => {
      const lastRow = Math.min(range.lastRow ?? sheet.rowCount - 1, sheet.rowCount - 1)
      const lastColumn = Math.min(range.lastColumn ?? sheet.columnCount - 1, sheet.columnCount - 1)
      const width = Math.max(0, lastColumn - range.firstColumn + 1)
      const block = { ...range, lastRow, lastColumn }
      return {
        shown: `Sheet "${sheet.title}" of "${title}"`,
        firstColumn: range.firstColumn,
        width,
        rows: () => rowsOf({ get, path, sheet, block, width, errors }),
      }
    },
  }
}

interface Found {
  readonly path: string
  readonly found: unknown
}

/** Ids are 44 characters; shorter ones are older. A name may look like one. */
async function findSpreadsheet(get: Get, open: (origin: string) => Get, named: string): Promise<Found> {
  const byId = async (id: string): Promise<Found> => {
    const path = `/v4/spreadsheets/${encodeURIComponent(id)}`
    return { path, found: await get(`${path}?fields=${METADATA}`) }
  }
  const address = /\/spreadsheets\/d\/([\w-]+)/.exec(named)?.[1]
  if (address !== undefined) return byId(address)
  if (!/^[\w-]{30,}$/.test(named)) return byId(await idOfName(open(DRIVE), named))
  try {
    return await byId(named)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error
    const id = await idOfName(open(DRIVE), named).catch((other: unknown) => {
      throw other instanceof ServiceError ? error : other
    })
    return byId(id)
  }
}

async function idOfName(get: Get, name: string): Promise<string> {
  const text = name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  const query = new URLSearchParams({
    q: `name = '${text}' and mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false`,
    fields: 'files(id)',
    pageSize: '2',
    supportsAllDrives: 'true',
    includeItemsFromAllDrives: 'true',
  })
  const files = member(await get(`/drive/v3/files?${query}`), 'files')
  const ids = Array.isArray(files) ? files.map((file) => member(file, 'id')) : []
  if (ids.length > 1)
    throw new ServiceError(`Several spreadsheets are named "${name}": use the id, which is in the address`)
  if (typeof ids[0] === 'string') return ids[0]
  throw new ServiceError(`No spreadsheet named "${name}" is shared with this account`)
}

/** An address that is copied from the browser has the id of the sheet that is open. */
function pointedAt(sheets: readonly Sheet[], address: string): string {
  const isAddress = address.includes('/spreadsheets/d/')
  const id = isAddress ? [...address.matchAll(/[?#&]gid=(\d+)/g)].at(-1)?.[1] : undefined
  return id === undefined ? '' : (sheets.find((sheet) => sheet.id === Number(id))?.title ?? `gid=${id}`)
}

/** Sheets of cells: a chart may be one of the others. */
function sheetsOf(found: unknown): readonly Sheet[] {
  const sheets = member(found, 'sheets')
  return (Array.isArray(sheets) ? sheets : []).flatMap((sheet) => {
    const properties = member(sheet, 'properties')
    const grid = member(properties, 'gridProperties')
    const type = member(properties, 'sheetType') ?? 'GRID'
    if (type !== 'GRID') return []
    const [rowCount, columnCount] = [member(grid, 'rowCount'), member(grid, 'columnCount')].map(Number)
    const [id, title] = [Number(member(properties, 'sheetId')), String(member(properties, 'title'))]
    return [{ id, title, rowCount: rowCount ?? 0, columnCount: columnCount ?? 0 }]
  })
}

interface Reading {
  readonly get: Get
  readonly path: string
  readonly sheet: Sheet
  readonly block: CellRange & { readonly lastRow: number; readonly lastColumn: number }
  readonly width: number
  readonly errors: { count: number }
}

/** Piece by piece: an editor may change the sheet between two of them. */
async function* rowsOf({
  get,
  path,
  sheet,
  block,
  width,
  errors,
}: Reading): AsyncGenerator<readonly SheetCell[]> {
  if (width === 0) return
  const name = `'${sheet.title.replaceAll("'", "''")}'`
  const [left, right] = [columnLetters(block.firstColumn), columnLetters(block.lastColumn)]
  const pieceRows = Math.max(1, Math.floor(PIECE_CELLS / width))
  for (let first = block.firstRow; first <= block.lastRow; first += pieceRows) {
    const last = Math.min(first + pieceRows - 1, block.lastRow)
    const range = `${name}!${left}${first + 1}:${right}${last + 1}`
    const query = new URLSearchParams({ includeGridData: 'true', ranges: range, fields: CELLS })
    const answer = await get(`${path}?${query}`)
    const rowData = member(memberAt(member(memberAt(member(answer, 'sheets'), 0), 'data'), 0), 'rowData')
    const rows = Array.isArray(rowData) ? rowData : []
    for (let index = 0; index <= last - first; index++) {
      const values = member(rows[index], 'values')
      const cells = Array.isArray(values) ? values : []
      yield Array.from({ length: width }, (_, at) => cellOf(cells[at], errors))
    }
  }
}

const memberAt = (list: unknown, index: number): unknown => (Array.isArray(list) ? list[index] : undefined)

/** What a number means; a time by its pattern, for it may be one of day or a duration. */
function shapeOf(format: unknown): NumberShape {
  switch (member(format, 'type')) {
    case 'DATE':
      return 'date'
    case 'DATE_TIME':
      return 'timestamp'
    case 'TIME':
      return formatShape(String(member(format, 'pattern') ?? '')) === 'duration' ? 'duration' : 'time'
    default:
      return 'plain'
  }
}

function cellOf(cell: unknown, errors: { count: number }): SheetCell {
  const value = member(cell, 'effectiveValue')
  const [text, number, boolean] = ['stringValue', 'numberValue', 'boolValue'].map((key) => member(value, key))
  if (typeof text === 'string') return text === '' ? null : { kind: 'text', value: text }
  if (typeof boolean === 'boolean') return { kind: 'boolean', value: boolean }
  if (typeof number === 'number') {
    return numberCell(number, shapeOf(member(member(cell, 'effectiveFormat'), 'numberFormat')))
  }
  if (member(value, 'errorValue') !== undefined) errors.count++
  return null
}
