import type { SqlParts } from '../../warehouses/sql-parts.ts'
import { kindOf } from '../../warehouses/type-kinds.ts'
import { CompileError } from './relation.ts'

interface Aggregate {
  /** Outputs are named `<prefix>_<column>`. */
  readonly prefix: string
  /** `type`: the column's, as the database writes it. */
  sql(column: string, type: string, parts: SqlParts): string
}

const simple = (name: string): Aggregate => ({ prefix: name, sql: (column) => `${name}(${column})` })

/** Of numbers as floats, on every database: some would keep the column's decimal places, others many more. */
const ofFloats = (prefix: string, sql: (column: string, parts: SqlParts) => string): Aggregate => ({
  prefix,
  sql: (column, _, parts) => sql(parts.cast(column, 'double precision'), parts),
})

/** The greatest of true and false is true; PostgreSQL says so with other functions. */
const extreme = (name: 'max' | 'min'): Aggregate => ({
  prefix: name,
  sql: (column, type, parts) =>
    kindOf(type) === 'boolean' ? parts.extremeTruth(column, name) : `${name}(${column})`,
})

const average = ofFloats('avg', (column) => `avg(${column})`)
const greatest = extreme('max')
const least = extreme('min')

const aggregates: Readonly<Record<string, Aggregate>> = {
  sum: simple('sum'),
  count: simple('count'),
  'count distinct': { prefix: 'count_distinct', sql: (column) => `count(distinct ${column})` },
  average,
  avg: average,
  max: greatest,
  maximum: greatest,
  min: least,
  minimum: least,
  median: ofFloats('median', (column, parts) => parts.median(column)),
  'standard deviation': ofFloats('stddev', (column) => `stddev_samp(${column})`),
  'standard deviation sample': ofFloats('stddev_samp', (column) => `stddev_samp(${column})`),
  'standard deviation population': ofFloats('stddev_pop', (column) => `stddev_pop(${column})`),
  variance: ofFloats('variance', (column) => `var_samp(${column})`),
  'variance sample': ofFloats('var_samp', (column) => `var_samp(${column})`),
  'variance population': ofFloats('var_pop', (column) => `var_pop(${column})`),
}

/** The function a file calls `name`. Throws CompileError when none matches. */
export function aggregateNamed(name: string): Aggregate {
  const aggregate = aggregates[name.trim().toLowerCase()]
  if (aggregate !== undefined) return aggregate
  throw new CompileError(
    `"${name}" is not an aggregate function; choose one of: ${Object.keys(aggregates).join(', ')}`,
  )
}
