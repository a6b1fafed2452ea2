import Type from 'typebox'
import { wordFaults } from '../../common/cell-words.ts'
import { rows, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { joiningLinks } from '../common-properties.ts'
import { joinWords } from '../words.ts'

const properties = Type.Object({
  mainTable: text('Main Table'),
  mainTableAlias: text('Main Table Alias'),
  joins: rows('Joins', 'component', 'alias', 'Inner, Left, Right, Full or Cross'),
  joinExpressions: Type.Optional(rows('Join Expressions', 'SQL condition', 'name')),
  columnMappings: Type.Optional(rows('Column Mappings', 'alias.column', 'output column')),
})

/** Whether a row of Joins is a full join. */
export const isFull = ([, , kind = '']: readonly string[]): boolean => kind.trim().toLowerCase() === 'full'

export const declaration: ComponentProperties<typeof properties> = {
  types: ['join'],
  title: 'Join',
  summary: 'Joins the rows of several components on conditions',
  properties,
  effects: 'none',
  needs: ({ joins }) =>
    Array.isArray(joins) && (joins as string[][]).slice(0, -1).some(isFull) ? ['innerFullJoins'] : [],
  links: joiningLinks,
  validate: ({ joins }) =>
    wordFaults('Joins ("joins")', joins, { cell: 2, what: 'the kind of join', known: joinWords }),
}
