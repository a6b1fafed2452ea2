import { CompileError } from './relation.ts'

interface Aggregate {
  /** Outputs are named `<prefix>_<column>`. */
  readonly prefix: string
  sql(column: string): string
}

const simple = (name: string): Aggregate => ({ prefix: name, sql: (column) => `${name}(${column})` })

const aggregates: Readonly<Record<string, Aggregate>> = {
  sum: simple('sum'),
  count: simple('count'),
  'count distinct': { prefix: 'count_distinct', sql: (column) => `count(distinct ${column})` },
  average: simple('avg'),
  avg: simple('avg'),
  max: simple('max'),
  maximum: simple('max'),
  min: simple('min'),
  minimum: simple('min'),
  median: { prefix: 'median', sql: (column) => `percentile_cont(0.5) within group (order by ${column})` },
  'standard deviation': { prefix: 'stddev', sql: (column) => `stddev_samp(${column})` },
  'standard deviation sample': { prefix: 'stddev_samp', sql: (column) => `stddev_samp(${column})` },
  'standard deviation population': { prefix: 'stddev_pop', sql: (column) => `stddev_pop(${column})` },
  variance: { prefix: 'variance', sql: (column) => `var_samp(${column})` },
  'variance sample': { prefix: 'var_samp', sql: (column) => `var_samp(${column})` },
  'variance population': { prefix: 'var_pop', sql: (column) => `var_pop(${column})` },
}

/** The function a file calls `name`. Throws CompileError when none matches. */
export function aggregateNamed(name: string): Aggregate {
  const aggregate = aggregates[name.trim().toLowerCase()]
  if (aggregate !== undefined) return aggregate
  throw new CompileError(
    `"${name}" is not an aggregate function; choose one of: ${Object.keys(aggregates).join(', ')}`,
  )
}
