import Type from 'typebox'
import { formatProperties } from '../file-load/format-properties.ts'
import { choice, text } from '../properties.ts'
import { placeProperties } from '../table-location-properties.ts'

const truth = (title: string) => Type.Optional(choice(title, ['True', 'False', 'Yes', 'No']))
const isoOnly = (title: string) => Type.Optional(text(title, 'AUTO; they are written in ISO 8601'))

/** What the unloads of all stores have. */
export const unloadProperties = {
  storageIntegration: Type.Optional(text('Storage Integration', 'An object of other databases; no effect')),
  filePrefix: Type.Optional(text('File Prefix', 'Prefix of the file names; "data" by default')),
  ...placeProperties,
  tableName: Type.Optional(text('Table Name', 'The table or view that is unloaded')),
  targetTable: Type.Optional(text('Target Table', 'Another name for the same property')),
  ...formatProperties,
  escape: Type.Optional(
    text('Escape', 'The character before a character that is taken literally; none by default'),
  ),
  escapeUnenclosedField: Type.Optional(
    text('Escape Unenclosed Field', 'The same outside enclosing characters; \\ by default'),
  ),
  dateFormat: isoOnly('Date Format'),
  timeFormat: isoOnly('Time Format'),
  timestampFormat: isoOnly('Timestamp Format'),
  nestColumns: truth('Nest Columns'),
  includeHeaders: truth('Include Headers'),
  overwrite: truth('Overwrite'),
  singleFile: truth('Single File'),
  maxFileSize: Type.Optional(text('Max File Size', 'Bytes before compression; 16777216 by default')),
}
