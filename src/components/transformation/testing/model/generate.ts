import type { Piece } from '../run.ts'
import { Refused } from './cells.ts'
import { Choices } from './choices.ts'
import { type BaseTable, baseTable } from './columns.ts'
import { type End, endMakers } from './ends.ts'
import { interpret } from './interpret.ts'
import { makers, sourceMakers } from './makers.ts'
import type { NamedTable } from './rows.ts'
import type { Expression, Table } from './table.ts'

/** A pipeline with the tables that it reads from. */
export interface Case {
  readonly tables: readonly BaseTable[]
  /** In order: each reads from pieces before it. The last one's rows are looked at. */
  readonly pieces: Readonly<Record<string, Piece>>
  readonly expressions: ReadonlyMap<string, Expression>
  /** What is done with the rows of the last one. */
  readonly end: End
}

const TABLE_NAMES = ['plain', `it's "odd"`]

/** Figures of a last component may be rounded by the database: their text is its own. */
const hasFigures = (pieces: Case['pieces']): boolean =>
  ['aggregate', 'pivot'].includes(Object.values(pieces).at(-1)?.type ?? '')

/** More rows than this make joins of joins too large to say anything new. */
const MAX_ROWS = 80

/** The pipeline that a list of numbers stands for: one to four components on one or two tables. */
export function caseOf(numbers: readonly number[]): Case {
  const choices = new Choices(numbers)
  const count = 1 + choices.below(4)
  const tables = TABLE_NAMES.slice(0, 1 + choices.below(2)).map((name) => baseTable(choices, name))
  const known = new Map<string, Table>(tables.map((table) => [table.name, table]))
  const expressions = new Map<string, Expression>()
  const say = (expression: Expression) => {
    const sql = `${expression.sql} /* ${expressions.size} */`
    expressions.set(sql, expression)
    return sql
  }
  const pieces: Record<string, Piece> = {}
  const nodes: NamedTable[] = []
  /** false: a component further on could not read from it. */
  const add = (piece: Piece, isLast: boolean): boolean => {
    const inputs = (piece.sources ?? []).map((name) => nodes.find(({ component }) => component === name)!)
    const component = `${Object.keys(pieces).length + 1} ${piece.type}`
    try {
      const table = interpret({ nameKey: (name) => name, expressions }, known, inputs, piece)
      if (table.rows.length > MAX_ROWS) return false
      nodes.push({ ...table, component })
    } catch (error) {
      if (!(error instanceof Refused) || !isLast || error.isOpen) return false
    }
    pieces[component] = piece
    return true
  }
  for (const table of tables) {
    const making = { choices, nodes, tables: [table], isLast: false, say }
    add(choices.one(sourceMakers)(making), false)
  }
  for (let step = 1; step <= count; step++) {
    const isLast = step === count
    const piece = choices.one(makers)({ choices, nodes, tables, isLast, say })
    if (piece === undefined || !add(piece, isLast)) {
      if (isLast) add({ type: 'distinct', sources: [nodes.at(-1)!.component], parameters: {} }, true)
    }
  }
  const read = nodes.find(({ component }) => component === Object.keys(pieces).at(-1))
  const [rewrite] = endMakers
  const made =
    read === undefined
      ? undefined
      : choices.one(hasFigures(pieces) ? endMakers.slice(0, 2) : endMakers)(choices, read)
  return { tables, pieces, expressions, end: made ?? rewrite!(choices, nodes[0]!)! }
}
