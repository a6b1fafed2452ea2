import Type from 'typebox'
import type { ParameterValue } from '../../pipeline/model.ts'
import { readsOnly } from '../../warehouses/reads-only.ts'
import type { DeclaredAssets } from '../asset-places.ts'
import { tablePlaces } from './asset-addresses.ts'
import { commonComparators, comparatorFaults, qualifierFaults } from './condition-words.ts'
import { wholeNumberFault } from './numbers.ts'
import { choice, code, list, olderSpellings, rows, shownWhen, text } from './properties.ts'

/**
 * Where rows come from: `mode` Advanced takes `query`, Basic builds one from a table. Files disagree on the
 * names of the table and of the combination, so both spellings are properties.
 */
export const basicQueryProperties = {
  mode: Type.Optional(choice('Mode', ['Basic', 'Advanced'])),
  ...shownWhen({ mode: ['Advanced'] }, { query: Type.Optional(code('SQL Query', 'sql')) }),
  ...shownWhen(
    { mode: ['Basic'] },
    {
      database: Type.Optional(text('Database')),
      catalog: Type.Optional(text('Catalog')),
      schema: Type.Optional(text('Schema')),
      table: Type.Optional(text('Table')),
      ...olderSpellings({ targetTable: Type.Optional(text('Table')) }),
      tableColumns: Type.Optional(list('Columns')),
      filterConditions: Type.Optional(
        rows('Filter Conditions', 'column', 'Is or Not', 'comparator', 'value'),
      ),
      ...olderSpellings({ combineCondition: Type.Optional(choice('Combine Conditions', ['And', 'Or'])) }),
      combineConditions: Type.Optional(choice('Combine Conditions', ['And', 'Or'])),
      orderBy: Type.Optional(list('Order By')),
      sort: Type.Optional(choice('Sort', ['Ascending', 'Descending'])),
      limit: Type.Optional(text('Limit')),
    },
  ),
}
const BasicQuery = Type.Object(basicQueryProperties)
export type BasicQuery = Type.Static<typeof BasicQuery>

/** What the rules look at: parameters of a file as well as checked ones. */
interface QuerySettings {
  readonly mode?: ParameterValue | undefined
  readonly query?: ParameterValue | undefined
  readonly table?: ParameterValue | undefined
  readonly targetTable?: ParameterValue | undefined
  readonly filterConditions?: ParameterValue | undefined
  readonly limit?: ParameterValue | undefined
}

const FILTER = 'Filter Conditions ("filterConditions")'

/** Comparators of conditions in Basic mode, in lower case. */
export const basicComparators = [...commonComparators, 'null', 'blank', 'null or blank'] as const

/** What the schema cannot say: each mode needs its own parameters. A query without `mode` is Advanced. */
export function basicQueryFaults(parameters: QuerySettings): readonly string[] {
  const { query, table, targetTable, filterConditions, limit } = parameters
  if (isAdvanced(parameters)) {
    return typeof query === 'string' && query.trim() !== '' ? [] : ['SQL Query ("query") is missing']
  }
  const noTable = (table ?? targetTable ?? '') === '' ? ['Table ("table") is missing'] : []
  return [
    ...noTable,
    ...qualifierFaults(FILTER, filterConditions),
    ...comparatorFaults(FILTER, filterConditions, basicComparators),
    ...wholeNumberFault('Limit ("limit")', limit === '' ? null : limit, { least: 0, most: 1_000_000_000 }),
  ]
}

export const isAdvanced = ({ mode, query }: QuerySettings): boolean =>
  mode === 'Advanced' || (mode === undefined && query !== undefined)

/** The statements of the query, and where they come from. */
export const basicQueryAssets = (parameters: BasicQuery): DeclaredAssets => ({
  statements: true,
  ...(isAdvanced(parameters)
    ? { script: { text: parameters.query ?? '', isTemplate: false } }
    : { queried: tablePlaces(parameters, parameters.table ?? parameters.targetTable) }),
})

/** A query that is built from a table reads, and so do many others. */
export const basicQueryReadsOnly = (parameters: BasicQuery): boolean =>
  !isAdvanced(parameters) || readsOnly(parameters.query ?? '')
