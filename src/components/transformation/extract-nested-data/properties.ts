import Type from 'typebox'
import { choice, text, yesNo } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

/** A part of the JSON as files describe it: all values are texts. */
export interface NestedColumn {
  /** The member; `name-element` below an array is each of its elements. */
  readonly name: string
  readonly datatype?: string
  /** 0 means that the type has none. */
  readonly size?: string
  readonly decimalPlaces?: string
  /** The input column that holds the JSON. */
  readonly columnName: string
  /** The name of the output column. */
  readonly aliasName?: string
  readonly isArray?: string
  readonly include?: string
  readonly childElements?: readonly NestedColumn[]
}

export const FAIL = 'Fail on invalid data'
export const NULL = 'Replace all unparseable values with null'
export const NULL_DATES = 'Replace unparseable dates and timestamps with null'

const properties = Type.Object({
  includeInputColumns: Type.Optional(yesNo('Include Input Columns')),
  columns: Type.Array(Type.Unsafe<NestedColumn>({ type: 'object' }), { title: 'Columns' }),
  outerJoin: Type.Optional(choice('Outer Join', ['Yes', 'No', 'True', 'False'])),
  castingMethod: Type.Optional(choice('Casting Method', [FAIL, NULL, NULL_DATES])),
  inputAlias: Type.Optional(text('Input Alias', 'Accepted; the SQL names its own tables')),
  arrayPrefix: Type.Optional(text('Array Prefix', 'Accepted; the SQL names its own tables')),
  caseColumnAliasNames: Type.Optional(yesNo('Case Column Alias Names')),
})

/** A mark in a file. */
export const isYes = (text: string | undefined): boolean => /^(true|yes)$/i.test(String(text ?? ''))

/** Whether it, or anything below it, becomes a column. */
export const isWanted = (column: NestedColumn): boolean =>
  isYes(column?.include) || childrenOf(column).some(isWanted)

/** A file may have any value in the place of this list. */
export const childrenOf = (column: NestedColumn): readonly NestedColumn[] => {
  const children: unknown = column?.childElements
  return Array.isArray(children) ? (children as readonly NestedColumn[]) : []
}

/** Whether elements of an array become rows. */
const unfolds = (column: NestedColumn): boolean =>
  childrenOf(column).some((child) => isWanted(child) && (isYes(column.isArray) || unfolds(child)))

export const declaration: ComponentProperties<typeof properties> = {
  types: ['extract-nested-data', 'extract-nested-data-sf'],
  title: 'Extract Nested Data',
  summary: 'Creates columns, and rows for arrays, from the parts of JSON columns',
  properties,
  effects: 'none',
  needs: ({ columns }) =>
    Array.isArray(columns) && (columns as readonly NestedColumn[]).some(unfolds)
      ? ['nestedData', 'unfolding']
      : ['nestedData'],
}
