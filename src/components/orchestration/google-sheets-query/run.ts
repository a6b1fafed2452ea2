import type { Parameters } from '../../../pipeline/model.ts'
import { failure, withBytes } from '../../common/outcome.ts'
import { ServiceError } from '../../common/service-call.ts'
import { loadSheet } from '../../common/spreadsheets/load-sheet.ts'
import { sheetNamed } from '../../common/spreadsheets/sheet-named.ts'
import { sheetQueryOf } from '../../common/spreadsheets/sheet-query.ts'
import { component } from '../../component.ts'
import { openGoogle } from './access.ts'
import { declaration, sheetFaults } from './properties.ts'
import { openSpreadsheet } from './spreadsheet.ts'

export const run = component(declaration, async (context, parameters) => {
  const given = parameters as Parameters
  const faults = sheetFaults(given)
  if (faults.length > 0) return failure(faults.join('. '))
  const { query } = sheetQueryOf(given)
  const isServiceAccount = /service/i.test(parameters.authenticationMethod ?? '')
  let byteCount = 0
  try {
    const google = await openGoogle(context, {
      oauth: isServiceAccount ? '' : (parameters.authentication?.trim() ?? ''),
      secret: parameters.serviceAccount?.trim() || 'gcs-service-account',
      counted: (bytes) => {
        byteCount += bytes
      },
    })
    const spreadsheet = await openSpreadsheet(google, parameters.spreadsheetName.trim())
    const found = sheetNamed(spreadsheet.sheets, query.sheet || spreadsheet.pointedAt)
    if ('fault' in found) return failure(`"${spreadsheet.title}" ${found.fault}`)
    const errors = { count: 0 }
    const rows = spreadsheet.read(found.sheet, query.range, errors)
    const outcome = await loadSheet(context, given, rows, query)
    if (errors.count > 0)
      context.log(`Cells that contain an error, such as #N/A, were loaded as empty: ${errors.count}`)
    return withBytes(outcome, byteCount)
  } catch (error) {
    if (error instanceof ServiceError) return failure(error.message)
    throw error
  }
})
