import { quoteName } from '../../../../warehouses/sql-text.ts'
import { asNumber, type Cell, type Column, compare, ONE } from './cells.ts'
import type { Choices } from './choices.ts'
import { comparableWith, isNumeric } from './columns.ts'
import type { Expression } from './table.ts'

type Evaluate = Expression['evaluate']

type Term = Omit<Expression, 'reads'>

const made = (
  sql: string,
  { kind, places, unsized = false }: Omit<Column, 'name'>,
  evaluate: Evaluate,
): Term => ({
  sql,
  kind,
  places,
  unsized,
  evaluate,
})

const unlessNull =
  (name: string, of: (cell: Exclude<Cell, null>) => Cell): Evaluate =>
  (cellOf) => {
    const cell = cellOf(name)
    return cell === null ? null : of(cell)
  }

/** A calculation on one of these columns. */
export function calculation(choices: Choices, columns: readonly Column[]): Expression {
  const column = choices.one(columns)
  const { name } = column
  const sql = quoteName(name)
  const truth = { kind: 'boolean', places: 0 } as const
  const text = { kind: 'text', places: 0 } as const
  const always = [
    made(sql, column, (cellOf) => cellOf(name)),
    made(`${sql} is null`, truth, (cellOf) => cellOf(name) === null),
    made(`case when ${sql} is null then 'it''s' else 'not' end`, text, (cellOf) =>
      cellOf(name) === null ? "it's" : 'not',
    ),
  ]
  if (isNumeric(column)) {
    const twice = (cell: Cell) => (typeof cell === 'bigint' ? cell * 2n : asNumber(cell) * 2)
    const more = (cell: Cell) => (typeof cell === 'bigint' ? cell + ONE : asNumber(cell) + 1)
    always.push(made(`${sql} * 2`, column, unlessNull(name, twice)))
    always.push(made(`${sql} + 1`, column, unlessNull(name, more)))
    always.push(
      made(
        `${sql} > 2`,
        truth,
        unlessNull(name, (cell) => asNumber(cell) > 2),
      ),
    )
  }
  if (column.kind === 'text') {
    always.push(
      made(
        `${sql} || ' "x" -- '`,
        text,
        unlessNull(name, (cell) => `${String(cell)} "x" -- `),
      ),
    )
    always.push(made(`coalesce(${sql}, 'a')`, text, (cellOf) => cellOf(name) ?? 'a'))
  }
  return { ...choices.one(always), reads: [column] }
}

/**
 * A condition of a join between columns of the parts so far and those of the new one, each with its alias.
 */
export function joinCondition(
  choices: Choices,
  left: readonly { readonly alias: string; readonly column: Column }[],
  alias: string,
  columns: readonly Column[],
): Expression | undefined {
  const pairs = left.flatMap((one) =>
    columns.filter(comparableWith(one.column)).map((column) => ({ ...one, other: column })),
  )
  if (pairs.length === 0) return undefined
  const terms = choices.some(pairs, 1, 2).map(({ alias: before, column, other }) => {
    const operator = choices.one(['=', '=', '<', '<>'])
    const [a, b] = [`${before}.${column.name}`, `${alias}.${other.name}`]
    const sql = `${quoteName(before)}.${quoteName(column.name)} ${operator} ${quoteName(alias)}.${quoteName(other.name)}`
    const holds = (sign: number) => (operator === '=' ? sign === 0 : operator === '<' ? sign < 0 : sign !== 0)
    const evaluate: Evaluate = (cellOf) => {
      const [one, two] = [cellOf(a), cellOf(b)]
      return one === null || two === null ? null : holds(compare(one, two))
    }
    const reads = [
      { name: a, kind: column.kind },
      { name: b, kind: other.kind },
    ]
    return { sql, evaluate, reads }
  })
  const sql = terms.map((term) => term.sql).join(' and ')
  const evaluate: Evaluate = (cellOf) => {
    const truths = terms.map((term) => term.evaluate(cellOf))
    if (truths.includes(false)) return false
    return truths.includes(null) ? null : true
  }
  return {
    ...made(sql, { kind: 'boolean', places: 0 }, evaluate),
    reads: terms.flatMap(({ reads }) => reads),
  }
}
