import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { choice, list, olderSpellings, rows, text } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'

const modes = ['Create', 'Create if not exists', 'Replace']

const columnCells = [
  'name',
  'type',
  'size',
  'precision',
  'default',
  'not null',
  'unique',
  'comment',
  'masking policy',
]

const properties = Type.Object({
  ...placeProperties,
  createMethod: Type.Optional(choice('Create Method', modes)),
  ...olderSpellings({ createReplace: Type.Optional(choice('Create/Replace', modes)) }),
  table: Type.Optional(text('Table Name')),
  ...olderSpellings({ newTableName: Type.Optional(text('New Table Name')) }),
  columns: Type.Optional(rows('Columns', ...columnCells)),
  ...olderSpellings({
    tableMetadata: Type.Optional(rows('Columns', 'name', 'type', 'size', 'precision', 'comment')),
  }),
  primaryKeys: Type.Optional(list('Primary Keys')),
})

/**
 * Files write the table as `table` (create-table-v2) or `newTableName`, its columns as `columns` or
 * `tableMetadata`.
 */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['create-table-v2', 'create-table'],
  title: 'Create Table',
  summary: "Creates a table in the environment's database",
  properties,
  effects: 'outside',
  joinsTransactions: true,
  validate: ({ table, newTableName, columns, tableMetadata }) => [
    ...((table ?? newTableName ?? '') === '' ? ['Table Name ("table") is missing'] : []),
    ...((columns ?? tableMetadata) === undefined ? ['Columns ("columns") is missing'] : []),
  ],
  // An existing table is not written to.
  assets: (parameters) => {
    const { createMethod, createReplace, table, newTableName } = parameters
    const keeps = (createMethod ?? createReplace) === 'Create if not exists'
    return { writes: keeps ? [] : tablePlaces(parameters, table ?? newTableName) }
  },
}
