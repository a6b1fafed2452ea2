import Type from 'typebox'
import { formatProperties } from '../file-load/format-properties.ts'
import { choice, text } from '../properties.ts'
import { placeProperties } from '../table-location-properties.ts'

const truth = (title: string) => Type.Optional(choice(title, ['True', 'False', 'Yes', 'No']))
const isoOnly = (title: string) => Type.Optional(text(title, 'AUTO, as they are written in ISO 8601'))

/** What the unloads of all stores have. */
export const unloadProperties = {
  storageIntegration: Type.Optional(text('Storage Integration', 'An object of other databases; no effect')),
  filePrefix: Type.Optional(text('File Prefix', 'What names of files begin with; "data" unless stated')),
  ...placeProperties,
  tableName: Type.Optional(text('Table Name', 'The table or view that is unloaded')),
  targetTable: Type.Optional(text('Target Table', 'Another name of the same')),
  ...formatProperties,
  escape: Type.Optional(
    text('Escape', 'The character before one that is meant as it is; none unless stated'),
  ),
  escapeUnenclosedField: Type.Optional(
    text('Escape Unenclosed Field', 'The same outside of enclosing characters; \\ unless stated'),
  ),
  dateFormat: isoOnly('Date Format'),
  timeFormat: isoOnly('Time Format'),
  timestampFormat: isoOnly('Timestamp Format'),
  nestColumns: truth('Nest Columns'),
  includeHeaders: truth('Include Headers'),
  overwrite: truth('Overwrite'),
  singleFile: truth('Single File'),
  maxFileSize: Type.Optional(text('Max File Size', 'Bytes before packing; 16777216 unless stated')),
}
