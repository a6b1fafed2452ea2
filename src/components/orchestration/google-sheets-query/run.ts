import type { Parameters } from '../../../pipeline/model.ts'
import { failure } from '../../common/outcome.ts'
import { ServiceError } from '../../common/service-call.ts'
import { sheetQueryOf } from '../../common/spreadsheets/sheet-query.ts'
import { component } from '../../component.ts'
import { openGoogle } from './access.ts'
import { loadSheet } from './load-sheet.ts'
import { declaration, sheetFaults } from './properties.ts'
import { openSpreadsheet, type Sheet } from './spreadsheet.ts'

export const run = component(declaration, async (context, parameters) => {
  const given = parameters as Parameters
  const faults = sheetFaults(given)
  if (faults.length > 0) return failure(faults.join('. '))
  const { query } = sheetQueryOf(given)
  const isServiceAccount = /service/i.test(parameters.authenticationMethod ?? '')
  try {
    const google = await openGoogle(context, {
      oauth: isServiceAccount ? '' : (parameters.authentication?.trim() ?? ''),
      secret: parameters.serviceAccount?.trim() || 'gcs-service-account',
    })
    const spreadsheet = await openSpreadsheet(google, parameters.spreadsheetName.trim())
    const sheet = sheetNamed(spreadsheet.sheets, query.sheet)
    if (sheet === undefined) {
      const titles = spreadsheet.sheets.map(({ title }) => `"${title}"`).join(', ')
      return failure(`"${spreadsheet.title}" has no sheet "${query.sheet}"; it has ${titles}`)
    }
    const errors = { count: 0 }
    const rows = spreadsheet.read(sheet, query.range, errors)
    const outcome = await loadSheet(context, given, rows, query)
    if (errors.count > 0)
      context.log(`Cells that hold an error, such as #N/A, are empty here: ${errors.count}`)
    return outcome
  } catch (error) {
    if (error instanceof ServiceError) return failure(error.message)
    throw error
  }
})

/** Sheets of one spreadsheet do not differ by case alone. */
const sheetNamed = (sheets: readonly Sheet[], name: string): Sheet | undefined =>
  name === '' ? sheets[0] : sheets.find(({ title }) => title.trim().toLowerCase() === name.toLowerCase())
