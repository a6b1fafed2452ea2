/** What the catalogue says of one parameter: the keywords of JSON Schema that components use, and ours. */
export interface Property {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  /** Of a list; with properties it is a list of blocks. */
  readonly items?: Property
  /** Of a block of parameters. */
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly 'x-columns'?: readonly string[]
  readonly 'x-editor'?: 'sql' | 'python' | 'bash' | 'json' | 'text'
  readonly 'x-names'?: 'scalar' | 'grid'
  readonly 'x-older'?: boolean
  readonly 'x-when'?: Readonly<Record<string, readonly string[]>>
}

/** A value as a pipeline file states it. */
export type FileValue =
  | null
  | string
  | number
  | boolean
  | readonly FileValue[]
  | { readonly [key: string]: FileValue }
export type Values = Readonly<Record<string, FileValue>>

export interface Field {
  readonly name: string
  readonly property: Property
  readonly isRequired: boolean
}

export interface Fields {
  readonly known: readonly Field[]
  /** Names that the file states and the catalogue does not know. */
  readonly others: readonly string[]
}

/** Written by the name of the component itself. */
const COMPONENT_NAME = 'componentName'

/**
 * The fields of a form in the catalogue's order. What the file states is always among them; without a value,
 * older spellings are left out, and what has no meaning with the values of others.
 */
export function fieldsOf(schema: Property | undefined, values: Values): Fields {
  const { properties = {}, required = [] } = schema ?? {}
  const known = Object.entries(properties)
    .filter(([name, one]) => name !== COMPONENT_NAME && (isStated(values[name]) || isOffered(one, values)))
    .map(([name, property]) => ({ name, property, isRequired: required.includes(name) }))
  const others = Object.keys(values).filter(
    (name) => name !== COMPONENT_NAME && !Object.hasOwn(properties, name),
  )
  return { known, others }
}

function isOffered(property: Property, values: Values): boolean {
  if (property['x-older'] === true) return false
  return Object.entries(property['x-when'] ?? {}).every(([name, wanted]) => {
    const value = values[name]
    // Without a value it is not known which of them count; an expression says so only when it runs.
    if (!isStated(value) || isExpression(value)) return true
    return wanted.some((one) => one.toLowerCase() === String(value).trim().toLowerCase())
  })
}

const isStated = (value: FileValue | undefined): boolean =>
  value !== undefined && value !== null && value !== ''

export const isExpression = (value: FileValue | undefined): value is string =>
  typeof value === 'string' && value.includes('${')

export type Control = 'text' | 'choice' | 'code' | 'list' | 'rows' | 'block' | 'blocks' | 'yaml'

/**
 * How a parameter is edited: as the catalogue says, unless the file states something of another shape. The
 * control that showed it before stays where it can show the value too: with it, the focus would go while
 * somebody writes.
 */
export function controlOf(property: Property, value: FileValue | undefined, before?: Control): Control {
  const fitting = fittingControl(property, value)
  if (before === 'yaml' || (before === 'code' && fitting === 'text')) return before
  return before === 'text' && fitting === 'yaml' && typeof value !== 'object' ? before : fitting
}

function fittingControl(property: Property, value: FileValue | undefined): Control {
  const wanted = controlOfSchema(property)
  if (value === undefined || value === null) return wanted
  if (typeof value !== 'object') {
    if (wanted === 'choice') return wanted
    if (wanted === 'text' || wanted === 'code') return isLong(value) ? 'code' : wanted
    return isExpression(value) || wanted === 'list' ? 'text' : 'yaml'
  }
  if (Array.isArray(value)) {
    if (wanted === 'list' && value.every(isListItem)) return 'list'
    if (wanted === 'blocks') return value.every(isBlock) ? 'blocks' : 'yaml'
    return wanted === 'rows' && value.every(isRow) ? 'rows' : 'yaml'
  }
  return wanted === 'block' ? 'block' : 'yaml'
}

function controlOfSchema({ type, enum: choices, items, properties, ...rest }: Property): Control {
  if (properties !== undefined) return 'block'
  if (items?.properties !== undefined) return 'blocks'
  if (type === 'array') return items?.type === 'array' ? 'rows' : items?.type === 'string' ? 'list' : 'yaml'
  if (type !== 'string') return 'yaml'
  if (choices !== undefined) return 'choice'
  return rest['x-editor'] === undefined ? 'text' : 'code'
}

const isLong = (value: FileValue): boolean => typeof value === 'string' && value.includes('\n')
const isCell = (value: FileValue): boolean => typeof value !== 'object' || value === null
const isRow = (value: FileValue): boolean => isCell(value) || (Array.isArray(value) && value.every(isCell))
const isBlock = (value: FileValue): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isListItem = (value: FileValue): boolean =>
  isCell(value) || (Array.isArray(value) && value.length === 1 && isCell(value[0]!))

/** The choice that a value is: files differ in case, and may write Yes and No as truth values. */
export function choiceOf({ enum: choices = [] }: Property, value: FileValue | undefined): string | undefined {
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value ?? '')
  return choices.find((one) => one.toLowerCase() === text.trim().toLowerCase())
}
