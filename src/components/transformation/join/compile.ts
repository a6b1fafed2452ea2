import type { Static } from 'typebox'
import { columnOf, type Item, selectItems } from '../columns.ts'
import {
  type CompileContext,
  CompileError,
  type Input,
  inputNamed,
  type RelationCompiler,
} from '../relation.ts'
import { declaration } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

const kinds: ReadonlySet<string> = new Set(['inner', 'left', 'right', 'full', 'cross'])

interface Part {
  readonly alias: string
  readonly input: Input
}

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, parameters) {
    const { quoteName, nameKey } = context.warehouse
    const main: Part = {
      alias: parameters.mainTableAlias,
      input: inputNamed(context, parameters.mainTable),
    }
    const parts = [main]
    const lines = [`from ${main.input.from} as ${quoteName(main.alias)}`]
    for (const [index, row] of parameters.joins.entries()) {
      const [component = '', alias = ''] = row
      if (parts.some((part) => nameKey(part.alias) === nameKey(alias))) {
        throw new CompileError(`Two of its sources have the alias "${alias}"; give each its own`)
      }
      const input = inputNamed(context, component)
      parts.push({ alias, input })
      lines.push(joinLine(context, parameters, index, input))
    }
    return selectItems(context.warehouse, itemsOf(context, parameters, parts), ...lines)
  },
}

function joinLine(
  { warehouse }: CompileContext,
  parameters: Parameters,
  index: number,
  input: Input,
): string {
  const [, alias = '', kind = ''] = parameters.joins[index] ?? []
  const word = kind.trim().toLowerCase()
  if (!kinds.has(word)) {
    throw new CompileError(
      `The join of "${alias}" is "${kind}"; it must be Inner, Left, Right, Full or Cross`,
    )
  }
  const joined = `${input.from} as ${warehouse.quoteName(alias)}`
  if (word === 'cross') return `cross join ${joined}`
  // Only a cross join has no condition.
  const condition = expressionOf(parameters, index, `_${kind}_${alias}`)
  if (condition === '') throw new CompileError(`The join of "${alias}" has no expression`)
  return `${word} join ${joined} on (\n${condition}\n)`
}

/**
 * Expressions are named after their join (`o_Left_c`); where names do not help, they are in the joins'
 * order.
 */
function expressionOf({ joins, joinExpressions = [] }: Parameters, index: number, ending: string): string {
  // Two joins of one kind whose aliases end alike (`a` and `x_Left_a`) make the name ambiguous.
  const named = joinExpressions.filter(([, name = '']) => name.endsWith(ending))
  const sameEnding = joins.filter(([, alias, kind]) => `_${kind}_${alias}` === ending)
  const row = named.length === 1 && sameEnding.length === 1 ? named[0] : joinExpressions[index]
  return row?.[0]?.trim() ?? ''
}

/** Without mappings every column is handed on; of several with one name the first. */
function itemsOf(
  { warehouse }: CompileContext,
  { columnMappings = [] }: Parameters,
  parts: readonly Part[],
): Item[] {
  const qualified = (alias: string, column: string) =>
    `${warehouse.quoteName(alias)}.${warehouse.quoteName(column)}`
  if (columnMappings.length === 0) {
    // A relation cannot have two columns of one name; the main table comes first, so its column wins.
    const items = new Map<string, Item>()
    for (const { alias, input } of parts) {
      for (const name of input.columns) {
        const key = warehouse.nameKey(name)
        if (!items.has(key)) items.set(key, { sql: qualified(alias, name), name })
      }
    }
    return [...items.values()]
  }
  return columnMappings.map(([source = '', output = '']) => {
    const part = partOf(parts, source)
    const column = columnOf(part.input, source.slice(part.alias.length + 1))
    return { sql: qualified(part.alias, column), name: output.trim() === '' ? column : output }
  })
}

/** The longest alias in front of a dot: aliases may have dots themselves. */
function partOf(parts: readonly Part[], source: string): Part {
  const [part] = parts
    .filter(({ alias }) => source.toLowerCase().startsWith(`${alias.toLowerCase()}.`))
    .toSorted((a, b) => b.alias.length - a.alias.length)
  if (part !== undefined) return part
  const known = parts.map(({ alias }) => alias).join(', ')
  throw new CompileError(
    `The mapping of "${source}" does not begin with an alias and a dot; aliases are ${known}`,
  )
}
