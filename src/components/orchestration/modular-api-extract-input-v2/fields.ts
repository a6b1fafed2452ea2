import { inferStructure } from '../../../connectors/infer-structure.ts'
import { everyElement, readPath } from '../../../connectors/json-path.ts'
import type { Endpoint, StructureField } from '../../../connectors/schema.ts'
import { parseWritten } from '../../../lib/written-json.ts'
import { isJson, kindOf } from '../../../warehouses/type-kinds.ts'
import type {
  ColumnDefinition,
  ColumnDescription,
  JsonColumn,
  TypeDefinition,
  Warehouse,
} from '../../../warehouses/warehouse.ts'

/** A column: its type in the words of a connector's structure. `member` undefined takes the whole element. */
export interface Field {
  readonly name: string
  readonly type: StructureField['type']
  readonly member: string | undefined
  /** The type of the column, where those of a structure are not exact enough. */
  readonly definition?: TypeDefinition | undefined
}

/** The whole element in one column: what is loaded without a selection. */
export const wholeElement: readonly Field[] = [{ name: 'data', type: 'ANY', member: undefined }]

/** Columns as the connector's structure says them; undefined when it says nothing about the elements. */
export function fieldsOfStructure({ response }: Endpoint): readonly Field[] | undefined {
  const list = [...(readPath(response.repeatingElement ?? '') ?? [])]
  if (list.at(-1) !== everyElement) list.push(everyElement)
  const isSibling = (steps: readonly unknown[]) =>
    steps.length === list.length + 1 && list.every((step, index) => steps[index] === step)
  const members = (response.structure ?? []).flatMap(({ path, type }) => {
    const steps = readPath(path) ?? []
    return isSibling(steps) ? [{ member: String(steps.at(-1)), type }] : []
  })
  return members.length === 0 ? undefined : named(members)
}

/** Columns as the first elements suggest; elements that are no objects have none, and stay whole. */
export function fieldsOfElements(elements: readonly string[]): readonly Field[] {
  const sample = parseWritten(`[${elements.join(',')}]`)
  const limits = { depth: 2, elements: elements.length }
  const members = inferStructure(sample, limits).flatMap(({ path, type }) => {
    const steps = readPath(path) ?? []
    return steps.length === 2 && steps[1] !== everyElement ? [{ member: String(steps[1]), type }] : []
  })
  return members.length === 0 ? wholeElement : named(members)
}

/** Databases do not tell names apart by case, and have no empty ones; JSON does both. */
function named(members: readonly { member: string; type: StructureField['type'] }[]): readonly Field[] {
  const taken = new Set<string>()
  return members.map(({ member, type }) => {
    const wanted = member === '' ? 'unnamed' : member
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}_${number}`
    taken.add(name.toLowerCase())
    return { name, type, member }
  })
}

/** The type of its column. */
export function typeOf({ type, definition }: Field): TypeDefinition {
  if (definition !== undefined) return definition
  switch (type) {
    case 'STRING':
      return { type: 'VARCHAR' }
    case 'INTEGER':
      return { type: 'NUMBER', size: '38', precision: '0' }
    case 'NUMBER':
      return { type: 'DOUBLE' }
    case 'BOOLEAN':
      return { type: 'BOOLEAN' }
    default:
      return { type: 'VARIANT' }
  }
}

/**
 * The same fields for an existing table that they go into: everything is text where its column has texts, and
 * so is what has no type of its own, such as nulls alone, unless the column has JSON; texts are bytes where
 * it has bytes, and numbers are decimals where it has decimals, which keep the digits that a floating-point
 * number would lose.
 */
export function fieldsFor(
  fields: readonly Field[],
  table: readonly ColumnDescription[],
  { nameKey }: Pick<Warehouse, 'nameKey'>,
): readonly Field[] {
  const columns = new Map(table.map((column) => [nameKey(column.name), column]))
  return fields.map((field) => {
    const column = columns.get(nameKey(field.name))
    const definition = column && definitionFor(field, column)
    return definition === undefined ? field : { ...field, definition }
  })
}

function definitionFor(
  field: Field,
  { type, size, precision }: ColumnDescription,
): TypeDefinition | undefined {
  const kind = kindOf(type)
  const isTyped = typeOf(field).type !== 'VARIANT'
  if (kind === 'binary') return !isTyped || typeOf(field).type === 'VARCHAR' ? { type: 'BINARY' } : undefined
  const isElement = field.member === undefined
  if (field.definition === undefined && !isElement && (kind === 'text' || (!isTyped && takesText(type))))
    return { type: 'VARCHAR' }
  const isNumber = field.definition === undefined && (field.type === 'NUMBER' || field.type === 'INTEGER')
  // Into whole numbers a fraction is refused, where it would be rounded here.
  if (kind !== 'decimal' || !isNumber || precision === 0) return undefined
  return { type: 'NUMBER', size: size?.toString(), precision: precision?.toString() }
}

/** Not JSON, nor made of other types, whose names have brackets. */
const takesText = (type: string): boolean =>
  kindOf(type) !== 'other' || (/^[\w -]+$/.test(type) && !isJson(type))

export function definitionOf(field: Field): ColumnDefinition {
  const { type, size, precision } = typeOf(field)
  const none = { defaultValue: undefined, notNull: false, unique: false, comment: undefined }
  return { name: field.name, type, size, precision, ...none }
}

/** How the columns are filled from elements. */
export const jsonColumnsOf = ({ typeSql }: Warehouse, fields: readonly Field[]): JsonColumn[] =>
  fields.map((field) => ({
    name: field.name,
    member: field.member,
    type: typeSql(typeOf(field)),
    json: typeOf(field).type === 'VARIANT',
  }))
