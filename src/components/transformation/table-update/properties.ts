import Type from 'typebox'
import { tablePlaces } from '../../common/asset-addresses.ts'
import { wordFaults } from '../../common/cell-words.ts'
import { gateProperties } from '../../common/gates/gate-properties.ts'
import { rows, text, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { sinkLinks } from '../common-properties.ts'

const properties = Type.Object({
  ...placeProperties,
  targetTable: text('Target Table'),
  targetAlias: Type.Optional(text('Target Alias')),
  sourceAlias: Type.Optional(text('Source Alias')),
  joinExpression: rows('Join Expression', 'SQL condition', 'name'),
  whenMatched: Type.Optional(rows('When Matched', 'SQL condition', 'Update or Delete')),
  updateMapping: Type.Optional(rows('Update Mapping', 'column', 'target column')),
  includeNotMatched: Type.Optional(yesNo('Include Not Matched')),
  insertMapping: Type.Optional(rows('Insert Mapping', 'column', 'target column')),
  ...gateProperties,
})

const isEmpty = (rows: unknown): boolean => rows == null || (Array.isArray(rows) && rows.length === 0)

export const declaration: ComponentProperties<typeof properties> = {
  types: ['table-update'],
  title: 'Table Update',
  summary: 'Merges rows into a table: updates or deletes those that match, inserts those that do not',
  properties,
  effects: 'outside',
  needs: () => ['merges'],
  links: sinkLinks,
  // It inserts then, and may be meant to: a run does that.
  validate: ({ whenMatched, updateMapping }, { running }) => [
    ...wordFaults('When Matched ("whenMatched")', whenMatched, {
      cell: 1,
      what: 'the action',
      known: ['update', 'delete'],
    }),
    ...(running !== true && isEmpty(whenMatched) && !isEmpty(updateMapping)
      ? [
          'Update Mapping ("updateMapping") is not used: add a row to When Matched ("whenMatched"), or clear it',
        ]
      : []),
  ],
  assets: (parameters) => ({ writes: tablePlaces(parameters, parameters.targetTable), statements: true }),
}
