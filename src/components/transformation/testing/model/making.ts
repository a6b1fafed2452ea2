import type { Piece } from '../run.ts'
import { asNumber, type Column } from './cells.ts'
import type { Choices } from './choices.ts'
import { type BaseTable, isExact, isNumeric, NAMES } from './columns.ts'
import type { NamedTable } from './rows.ts'
import type { Expression } from './table.ts'

/** What makers of components have at hand. */
export interface Making {
  readonly choices: Choices
  readonly nodes: readonly NamedTable[]
  readonly tables: readonly BaseTable[]
  /**
   * No component reads from it: what is refused when it runs may be there, and figures that databases round.
   */
  readonly isLast: boolean
  /** Keeps what an SQL text means. */
  readonly say: (expression: Expression) => string
}

/** Makes a component that reads from nodes that are there; undefined when none of them fits. */
export type Maker = (making: Making) => Piece | undefined

export const yesNo = (choices: Choices) => choices.one(['No', 'Yes'])
export const namesOf = (columns: readonly Column[]) => columns.map(({ name }) => name)

/** A name for an output: mostly a new one, at times one that is taken, in this case or another. */
export const outputName = (choices: Choices, index: number): string =>
  choices.rarely() ? choices.one(NAMES) : `out ${index}`

/** In another case at times: names are found in any. */
export const spelled = (choices: Choices, name: string): string =>
  choices.rarely() ? name.toUpperCase() : name

export const piece = (
  type: string,
  sources: readonly NamedTable[],
  parameters: Piece['parameters'],
): Piece => ({
  type,
  sources: sources.map(({ component }) => component),
  parameters,
})

/** The latest node most of the time, so that components stand behind one another. */
export const inputOf = ({ choices, nodes }: Making): NamedTable =>
  choices.rarely() ? choices.one(nodes) : nodes.at(-1)!

export function twoInputs({ choices, nodes }: Making): readonly [NamedTable, NamedTable] | undefined {
  const [first, second] = choices.some(nodes.toReversed(), 2, 2)
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** An order in which only rows that are alike can change places. */
export function totalOrder(choices: Choices, { columns }: NamedTable): readonly (readonly string[])[] {
  const directions = ['Ascending', 'Descending', 'asc', 'DESC']
  return choices
    .some(columns, columns.length, columns.length)
    .map(({ name }) => [name, choices.one(directions)])
}

/** Whether floats of these values add up to the same in any order. */
function addsUp(input: NamedTable, column: Column): boolean {
  const position = input.columns.indexOf(column)
  return input.rows.every((row) => Number.isInteger(asNumber(row[position]!) * 64))
}

export function figuresFor(making: Making, input: NamedTable, column: Column): readonly string[] {
  const general = ['Count', 'Max', 'Min', 'Count Distinct']
  if (!isNumeric(column)) return general
  const exactly = isExact(column) || addsUp(input, column) ? ['Sum', ...general] : general
  if (!addsUp(input, column)) return exactly
  const floats = [
    'Average',
    'Median',
    ...(making.isLast ? ['Standard Deviation', 'Variance Population'] : []),
  ]
  return [...exactly, ...floats]
}
