import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Parameters } from '../../../pipeline/model.ts'
import { ContentError } from '../../common/file-load/decode.ts'
import { openPlace } from '../../common/file-load/file-place.ts'
import { StoreError } from '../../common/object-stores/sender.ts'
import { failure, withBytes } from '../../common/outcome.ts'
import { loadSheet } from '../../common/spreadsheets/load-sheet.ts'
import { sheetNamed } from '../../common/spreadsheets/sheet-named.ts'
import { type EmptyCells, readSheet } from '../../common/spreadsheets/xlsx/read-sheet.ts'
import { openWorkbook } from '../../common/spreadsheets/xlsx/workbook.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration, type ExcelQuery, readQuery } from './properties.ts'

/** A workbook is read from its end, so it has to be on disk whole. */
const MAX_BYTES = 2 * 1024 ** 3

export const run = component(declaration, async (context, given) => {
  const { asked, faults } = readQuery(given as Parameters)
  if (faults.length > 0) return failure(faults.join('. '))
  let shown = asked.place.settings.url
  try {
    const file = await fetchFile(context, asked)
    shown = file.shown
    return await readWorkbook(context, asked, file)
  } catch (error) {
    if (error instanceof ContentError) return failure(`${shown}: ${context.masked(error.message)}`)
    if (error instanceof StoreError) return failure(error.message)
    throw error
  }
})

interface LocalFile {
  readonly path: string
  /** For messages. */
  readonly shown: string
  readonly bytes: number
}

/** Brings the one file that the step names into the folder of the step. */
async function fetchFile(context: StepContext, { place }: ExcelQuery): Promise<LocalFile> {
  const { signal } = context
  const store = await openPlace(context, place)
  const shown = store.shown(store.path)
  for await (const files of store.list()) {
    const file = files.find(({ name }) => name === store.path)
    if (file === undefined) continue
    if (file.bytes > MAX_BYTES)
      throw new ContentError(`the file has ${file.bytes} bytes, more than the ${MAX_BYTES} of a workbook`)
    const path = join(await context.scratchFolder(), 'workbook.xlsx')
    await pipeline(store.read(file), createWriteStream(path, { mode: 0o600 }), { signal })
    return { path, shown, bytes: file.bytes }
  }
  throw new StoreError(`There is no file ${shown}`)
}

async function readWorkbook(
  context: StepContext,
  { query, parameters }: ExcelQuery,
  { path, shown, bytes: byteCount }: LocalFile,
) {
  const { signal } = context
  const workbook = await openWorkbook(path, await context.scratchFolder(), signal)
  try {
    const found = sheetNamed(workbook.sheets, query.sheet)
    if ('fault' in found) return failure(`${shown} ${found.fault}`)
    const empty: EmptyCells = { errors: 0, formulas: 0 }
    const rows = await readSheet(workbook, found.sheet, { range: query.range, empty, signal })
    const outcome = await loadSheet(
      context,
      parameters,
      { ...rows, shown: `${rows.shown} of ${shown}` },
      query,
    )
    if (empty.errors > 0)
      context.log(`Cells that contain an error, such as #N/A, were loaded as empty: ${empty.errors}`)
    if (empty.formulas > 0)
      context.log(
        `Formulas without a value were loaded as empty: ${empty.formulas}. Open the file in a spreadsheet program and save it to compute them`,
      )
    return withBytes(outcome, byteCount)
  } finally {
    await workbook.close()
  }
}
