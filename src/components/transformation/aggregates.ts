import type { SqlParts } from '../../warehouses/sql-parts.ts'
import { kindOf } from '../../warehouses/type-kinds.ts'
import { CompileError } from './relation.ts'
import { aggregateWords } from './words.ts'

interface Aggregate {
  /** Outputs are named `<prefix>_<column>`. */
  readonly prefix: string
  /**
   * `type`: the column's, as the database writes it. `over`: what stands behind the function, where it is
   * over a window.
   */
  sql(column: string, type: string, parts: SqlParts, over?: string): string
}

const simple = (name: string): Aggregate => ({
  prefix: name,
  sql: (column, _type, _parts, over = '') => `${name}(${column})${over}`,
})

/** Of numbers as floats, on every database: some would keep the column's decimal places, others many more. */
const ofFloats = (
  prefix: string,
  sql: (column: string, parts: SqlParts, over: string) => string,
): Aggregate => ({
  prefix,
  sql: (column, _, parts, over = '') => sql(parts.cast(column, 'double precision'), parts, over),
})

const ofSample = (prefix: string, name: string): Aggregate =>
  ofFloats(prefix, (column, parts, over) =>
    parts.ofSample(`${name}(${column})${over}`, `count(${column})${over}`),
  )

const ofAll = (name: string): Aggregate => ofFloats(name, (column, _, over) => `${name}(${column})${over}`)

/** The greatest of true and false is true; PostgreSQL says so with other functions. */
const extreme = (name: 'max' | 'min'): Aggregate => ({
  prefix: name,
  sql: (column, type, parts, over = '') =>
    `${kindOf(type) === 'boolean' ? parts.extremeTruth(column, name) : `${name}(${column})`}${over}`,
})

const average = ofAll('avg')
const greatest = extreme('max')
const least = extreme('min')

const aggregates: Readonly<Record<(typeof aggregateWords)[number], Aggregate>> = {
  sum: {
    prefix: 'sum',
    sql: (column, type, parts, over = '') => `${parts.sum(column, type)}${over}`,
  },
  count: simple('count'),
  'count distinct': { prefix: 'count_distinct', sql: (column) => `count(distinct ${column})` },
  average,
  avg: average,
  max: greatest,
  maximum: greatest,
  min: least,
  minimum: least,
  median: ofFloats('median', (column, parts) => parts.median(column)),
  'standard deviation': ofSample('stddev', 'stddev_samp'),
  'standard deviation sample': ofSample('stddev_samp', 'stddev_samp'),
  'standard deviation population': ofAll('stddev_pop'),
  variance: ofSample('variance', 'var_samp'),
  'variance sample': ofSample('var_samp', 'var_samp'),
  'variance population': ofAll('var_pop'),
}

/** The function a file calls `name`. Throws CompileError when none matches. */
export function aggregateNamed(name: string): Aggregate {
  const known = aggregateWords.find((word) => word === name.trim().toLowerCase())
  if (known !== undefined) return aggregates[known]
  throw new CompileError(
    `"${name}" is not an aggregate function; choose one of: ${aggregateWords.join(', ')}`,
  )
}
