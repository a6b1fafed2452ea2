import Type, { type TProperties } from 'typebox'
import { choice, list, rows, text } from '../common/properties.ts'
import { placeProperties } from '../common/table-location-properties.ts'
import type { ElsewhereComponent } from './elsewhere.ts'

const createReplace = Type.Optional(
  choice('Create/Replace', ['Create', 'Create if not exists', 'Replace', 'Create or replace']),
)

/** Components that are one statement of Snowflake, about an object which other databases do not have. */
export const snowflakeObjects: readonly ElsewhereComponent[] = [
  statement('alter-warehouse', 'Alter Warehouse', {
    title: 'Suspends, resumes or resizes a warehouse of Snowflake',
    advice:
      'Snowflake has warehouses that are paid by the hour; the database of an environment has none. Remove it',
    properties: {
      warehouse: Type.Optional(text('Warehouse')),
      warehouseName: Type.Optional(text('Warehouse')),
      commandType: Type.Optional(text('Command Type', 'Suspend, Resume or Set')),
      properties: Type.Optional(rows('Properties', 'property', 'value')),
    },
  }),
  statement('create-external-table-sf', 'Create External Table', {
    title: 'Creates a Snowflake table over files of a stage',
    advice:
      'A stage is an object of Snowflake. Load the files with "s3-load", "azure-blob-storage-load" or ' +
      '"google-cloud-storage-load", or write the equivalent for your database in "sql-executor"',
    properties: {
      ...placeProperties,
      createReplace,
      newTableName: text('New Table Name'),
      partitionColumns: Type.Optional(
        rows('Partition Columns', 'name', 'type', 'size', 'precision', 'expression'),
      ),
      stageDatabase: Type.Optional(text('Stage Database')),
      stageSchema: Type.Optional(text('Stage Schema')),
      stage: Type.Optional(text('Stage')),
      relativePath: Type.Optional(text('Relative Path')),
      pattern: Type.Optional(text('Pattern')),
      format: Type.Optional(text('Format')),
      fileType: Type.Optional(text('File Type')),
      compression: Type.Optional(text('Compression')),
    },
  }),
  statement('refresh-external-table', 'Refresh External Table', {
    title: 'Refreshes the files of an external table of Snowflake',
    advice:
      'A stage is an object of Snowflake. A load finds new files automatically: "s3-load", ' +
      '"azure-blob-storage-load" and "google-cloud-storage-load" do',
    properties: {
      ...placeProperties,
      targetTable: text('Target Table'),
      relativeSubpath: Type.Optional(text('Relative Subpath')),
    },
  }),
  statement('create-file-format', 'Create File Format', {
    title: 'Creates a named file format in Snowflake',
    advice:
      'A file format is an object of Snowflake. Set the format in the load itself: "s3-load" accepts [Custom] as its Format, ' +
      'with a File Type and what follows from it',
    properties: {
      ...placeProperties,
      createReplace,
      fileFormatName: text('File Format Name'),
      fileType: Type.Optional(text('File Type')),
      compression: Type.Optional(text('Compression')),
      ...optionsOfFiles(),
    },
  }),
  {
    kind: 'transformation',
    declaration: {
      types: ['stream-input-sf'],
      title: 'Stream Input',
      summary: 'Reads the changes of a table from a stream of Snowflake',
      properties: Type.Object({
        ...placeProperties,
        targetStream: text('Target Stream'),
        columnNames: Type.Optional(list('Column Names')),
      }),
      effects: 'none',
      links: { incoming: 'none', outgoing: 'many' },
    },
    advice:
      'A stream is an object of Snowflake. Read the table with "table-input", and compare it with what was read before ' +
      'in "detect-changes"',
  },
]

function statement(
  type: string,
  name: string,
  {
    title,
    advice,
    properties,
  }: { readonly title: string; readonly advice: string; readonly properties: TProperties },
): ElsewhereComponent {
  const declaration = {
    types: [type] as const,
    title: name,
    summary: title,
    properties: Type.Object(properties),
    effects: 'outside' as const,
  }
  return { kind: 'orchestration', declaration, advice }
}

/** Which of them a format has depends on the type of its files. */
function optionsOfFiles(): TProperties {
  const options: Readonly<Record<string, string>> = {
    recordDelimiter: 'Record Delimiter',
    fieldDelimiter: 'Field Delimiter',
    skipHeader: 'Skip Header',
    skipBlankLines: 'Skip Blank Lines',
    dateFormat: 'Date Format',
    timeFormat: 'Time Format',
    timestampFormat: 'Timestamp Format',
    escape: 'Escape',
    escapeUnenclosedField: 'Escape Unenclosed Field',
    trimSpace: 'Trim Space',
    fieldOptionallyEnclosed: 'Field Optionally Enclosed',
    nullIf: 'Null If',
    errorOnColumnCountMismatch: 'Error On Column Count Mismatch',
    validateUtf8: 'Validate UTF8',
    emptyFieldAsNull: 'Empty Field As Null',
    encodingType: 'Encoding Type',
    enableOctal: 'Enable Octal',
    allowDuplicates: 'Allow Duplicates',
    stripOuterArray: 'Strip Outer Array',
    stripNullValues: 'Strip Null Values',
    ignoreUtf8Errors: 'Ignore UTF8 Errors',
    preserveSpace: 'Preserve Space',
    stripOuterElement: 'Strip Outer Element',
    disableSnowflakeData: 'Disable Snowflake Data',
    disableAutoConvert: 'Disable Auto Convert',
    binaryAsText: 'Binary As Text',
  }
  return Object.fromEntries(
    Object.entries(options).map(([key, title]) => [
      key,
      key === 'nullIf' ? Type.Optional(list(title)) : Type.Optional(text(title)),
    ]),
  )
}
