import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { textOf } from '../../common/blocks.ts'
import { dataSelectionProperties, dataTargetProperties } from '../../common/data-source-properties.ts'
import { choice, text } from '../../common/properties.ts'
import { sheetProperties } from '../../common/spreadsheets/sheet-properties.ts'
import { sheetQueryOf } from '../../common/spreadsheets/sheet-query.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  ...placeProperties,
  basicAdvancedMode: Type.Optional(choice('Basic/Advanced Mode', ['Basic', 'Advanced'])),
  authenticationMethod: Type.Optional(text('Authentication Method', 'OAuth or Service Account')),
  authentication: Type.Optional(text('Authentication', 'Name or id of an OAuth entry')),
  serviceAccount: Type.Optional(
    text('Service Account', 'Name of a secret with a JSON key file, gcs-service-account by default'),
  ),
  spreadsheetName: text('Spreadsheet Name', 'Id, address or name of a spreadsheet'),
  ...sheetProperties,
  ...dataSelectionProperties,
  ...dataTargetProperties,
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['google-sheets-query'],
  title: 'Google Sheets Query',
  summary: 'Reads a sheet of Google Sheets into a table',
  properties,
  effects: 'outside',
  validate: (parameters) => sheetFaults(parameters),
  assets: (parameters) => {
    const spreadsheet = textOf(parameters.spreadsheetName as never)
    return {
      reads: [
        {
          dataset: {
            namespace: 'https://docs.google.com',
            name: `spreadsheets/${/\/d\/([\w-]+)/.exec(spreadsheet)?.[1] ?? spreadsheet}`,
          },
        },
      ],
      writes: tablePlaces(parameters, parameters.targetTable),
    }
  },
}

/** What is wrong with the step, one sentence each. */
export function sheetFaults(parameters: Parameters): readonly string[] {
  const method = textOf(parameters['authenticationMethod'])
  const entry = textOf(parameters['authentication'])
  const isKnown = method === '' || method.includes('${') || /oauth|service ?account/i.test(method)
  const faults = [...sheetQueryOf(parameters).faults]
  if (!isKnown)
    faults.push(
      `Authentication Method ("authenticationMethod") is "${method}"; it must be OAuth or Service Account`,
    )
  if (/oauth/i.test(method) && entry === '')
    faults.push('Authentication ("authentication") names no OAuth entry')
  return faults
}
