import type { Static } from 'typebox'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { columnOf, type Item, selectItems } from '../columns.ts'
import {
  type CompileContext,
  CompileError,
  type Input,
  inputNamed,
  type Relation,
  type RelationCompiler,
} from '../relation.ts'
import { joinWords } from '../words.ts'
import { declaration, isFull } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

interface Part {
  readonly alias: string
  readonly input: Input
}

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, parameters) {
    const { nameKey } = context.warehouse
    const main: Part = {
      alias: parameters.mainTableAlias,
      input: inputNamed(context, parameters.mainTable),
    }
    const parts = [main]
    for (const [component = '', alias = ''] of parameters.joins) {
      if (parts.some((part) => nameKey(part.alias) === nameKey(alias))) {
        throw new CompileError(`Two of its sources have the alias "${alias}"; give each its own`)
      }
      parts.push({ alias, input: inputNamed(context, component) })
    }
    const items = itemsOf(context, parameters, parts)
    if (parameters.joins.some(isFull) && !context.warehouse.parts.hasFullJoin)
      return fullByUnion(context, parameters, parts, items)
    const plain = selectItems(context.warehouse, items, ...joinLines(context, parameters, parts, false))
    if (!parameters.joins.some(isFull) || (await isAccepted(context, plain.sql))) return plain
    const keyed = selectItems(context.warehouse, items, ...joinLines(context, parameters, parts, true))
    return (await isAccepted(context, keyed.sql)) ? keyed : plain
  },
}

async function isAccepted({ describe }: CompileContext, select: string): Promise<boolean> {
  try {
    await describe(select, { isTrial: true })
    return true
  } catch (error) {
    if (error instanceof WarehouseError) return false
    throw error
  }
}

/**
 * `hasKeys`: every row has the same key, and full joins compare it too, because PostgreSQL takes a full join
 * only with an equality of both sides. The barrier keeps it from seeing that the key is always the same.
 */
function joinLines(
  context: CompileContext,
  parameters: Parameters,
  parts: readonly Part[],
  hasKeys: boolean,
): string[] {
  const { quoteName, parts: sqlParts } = context.warehouse
  const rowsOf = ({ alias, input }: Part) =>
    `${hasKeys ? `(select ${input.from}.*, 1 as ${KEY} from ${input.from}${sqlParts.barrier})` : input.from} as ${quoteName(alias)}`
  const [main, ...joined] = parts.map(rowsOf)
  return [
    `from ${main}`,
    ...joined.map((rows, index) => {
      const before = parts.slice(0, index + 1).map(({ alias }) => `${quoteName(alias)}.${KEY}`)
      const key = `coalesce(${before.join(', ')}) = ${quoteName(parts[index + 1]?.alias ?? '')}.${KEY}`
      return joinLine(context.warehouse, parameters, index, rows, hasKeys ? key : undefined)
    }),
  ]
}

/**
 * A full join where databases have none: the rows of a left join, and below them those of the last table that
 * match nothing. Throws CompileError where that would not be the same.
 */
function fullByUnion(
  context: CompileContext,
  parameters: Parameters,
  parts: readonly Part[],
  items: readonly Item[],
): Relation {
  const { warehouse } = context
  const full = parameters.joins.findIndex(isFull)
  if (full < parameters.joins.length - 1)
    throw new CompileError(
      warehouse.parts.refusals.innerFullJoins ?? 'A full join has to be the last of the joins',
    )
  const joined = (kind: string) => {
    const joins = parameters.joins.map((row, index) =>
      index === full ? [row[0] ?? '', row[1] ?? '', kind] : row,
    )
    return { ...parameters, joins, joinExpressions: namedAlike(parameters, full, kind) }
  }
  const left = selectItems(warehouse, items, ...joinLines(context, joined('Left'), parts, false))
  const keys = parts.slice(0, -1).map(({ alias }) => `${warehouse.quoteName(alias)}.${KEY}`)
  const unmatched = selectItems(
    warehouse,
    items,
    ...joinLines(context, joined('Right'), parts, true),
    `where coalesce(${keys.join(', ')}) is null`,
  )
  return { ...left, sql: `${left.sql}\nunion all\n${unmatched.sql}` }
}

/** The expression of the full join, under the name that it has as a join of another kind. */
function namedAlike(
  { joins, joinExpressions = [] }: Parameters,
  full: number,
  kind: string,
): NonNullable<Parameters['joinExpressions']> {
  const [, alias = '', given = ''] = joins[full] ?? []
  const ending = endingOf(given, alias)
  return joinExpressions.map(([sql = '', name = '']) => [
    sql,
    name.toLowerCase().endsWith(ending) ? `${name.slice(0, -ending.length)}_${kind}_${alias}` : name,
  ])
}

const KEY = 'headrace_key'

function joinLine(
  { parts }: Warehouse,
  parameters: Parameters,
  index: number,
  joined: string,
  key: string | undefined,
): string {
  const [, alias = '', kind = ''] = parameters.joins[index] ?? []
  const word = kind.trim().toLowerCase()
  if (!joinWords.includes(word)) {
    throw new CompileError(
      `The join of "${alias}" is "${kind}"; it must be Inner, Left, Right, Full or Cross`,
    )
  }
  if (word === 'cross') return `cross join ${joined}`
  // Only a cross join has no condition.
  const condition = parts.expression(expressionOf(parameters, index, endingOf(kind, alias)))
  if (condition === '') throw new CompileError(`The join of "${alias}" has no expression`)
  const keyed = word === 'full' && key !== undefined ? `${key} and ` : ''
  return `${word} join ${joined} on ${keyed}(\n${condition}\n)`
}

/** What the name of the expression of a join ends with, in small letters. */
const endingOf = (kind = '', alias = ''): string => `_${kind}_${alias}`.toLowerCase()

/**
 * Expressions are named after their join (`o_Left_c`); where names do not help, they are in the joins'
 * order.
 */
function expressionOf({ joins, joinExpressions = [] }: Parameters, index: number, ending: string): string {
  // Two joins of one kind whose aliases end alike (`a` and `x_Left_a`) make the name ambiguous.
  const named = joinExpressions.filter(([, name = '']) => name.toLowerCase().endsWith(ending))
  const sameEnding = joins.filter(([, alias, kind]) => endingOf(kind, alias) === ending)
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
