import type { ParameterFault } from '../catalog.ts'
import type { Parameters, ParameterValue } from '../model.ts'

/** The few keywords of JSON Schema that properties of components use, and ours. */
export interface PropertySchema {
  readonly type?: string
  readonly title?: string
  readonly items?: PropertySchema
  readonly choices?: readonly string[]
  /** Of a block of parameters. */
  readonly properties?: Readonly<Record<string, PropertySchema>>
  readonly required?: readonly string[]
  /** What the cells of a row are. */
  readonly columns?: readonly string[]
  /** A text that is the name of such a variable. */
  readonly names?: 'scalar' | 'grid'
}

export interface ReadParameters {
  /** In the shape of the schema: text is a string, absent and empty (null) keys are left out. */
  readonly parameters: Parameters
  readonly faults: readonly ParameterFault[]
}

/**
 * Reads parameters as files write them (pipelines.md §1): numbers and Yes/No may be quoted or not, an empty
 * key counts as absent, a list may be texts, rows of one cell or its only text, choices may differ in case. A
 * `fromGrid` that is not replaced yet (validation) is taken on trust unless a text should be there, and so is
 * a choice that is still an expression.
 */
export function readParameters(schema: object, given: Parameters): ReadParameters {
  const { properties = {}, required = [] } = schema as PropertySchema
  const parameters: Record<string, ParameterValue> = {}
  const faults: ParameterFault[] = []
  for (const [key, value] of Object.entries(given)) {
    if (value === null) continue
    const property = properties[key]
    if (property === undefined || (property.type !== 'string' && isFromGrid(value))) {
      parameters[key] = value
      continue
    }
    const read = readValue(property, value)
    if ('fault' in read) faults.push({ message: `${label(property, key)} ${read.fault}`, path: [key] })
    else parameters[key] = read.value
    for (const { message, path = [] } of 'faults' in read ? (read.faults ?? []) : [])
      faults.push({ message: `${label(property, key)}: ${message}`, path: [key, ...path] })
  }
  for (const key of required) {
    if (given[key] === undefined || given[key] === null)
      faults.push({ message: `${label(properties[key], key)} is missing`, path: [key] })
  }
  return { parameters, faults }
}

/** The display name and key of a property: `Payload (payload)`. */
const label = (property: PropertySchema | undefined, key: string): string =>
  property?.title === undefined ? `"${key}"` : `${property.title} ("${key}")`

type Read =
  | { readonly value: ParameterValue; readonly faults?: readonly ParameterFault[] }
  | { readonly fault: string }

function readValue(property: PropertySchema, value: ParameterValue): Read {
  if (property.type === 'string') return readText(property, value)
  if (property.type === 'object' && property.properties !== undefined) return readBlock(property, value)
  if (property.type !== 'array') return { value }
  if (property.items?.type === 'object') return readBlocks(property.items, value)
  if (property.items?.type === 'array') {
    return Array.isArray(value) ? readRows(value) : { fault: 'must be a list' }
  }
  if (Array.isArray(value)) return readList(value)
  const only = scalarText(value)
  return only === undefined || only.trim() === '' ? { fault: 'must be a list' } : { value: [only] }
}

function readBlock(property: PropertySchema, value: ParameterValue): Read {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'must be a block of parameters' }
  const { parameters, faults } = readParameters(property, value as Parameters)
  return { value: parameters, faults }
}

/** Without properties, a list of objects is read by its component. */
function readBlocks(items: PropertySchema, value: ParameterValue): Read {
  if (!Array.isArray(value)) return { fault: 'must be a list' }
  if (items.properties === undefined) return { value }
  const read = (value as readonly ParameterValue[]).map((one) => readBlock(items, one))
  return {
    value: read.map((one) => ('value' in one ? one.value : null)),
    faults: read.flatMap((one, at) =>
      'fault' in one
        ? [{ message: `element ${at + 1} ${one.fault}`, path: [at] as never }]
        : (one.faults ?? []).map(({ message, path = [] }) => ({
            message: `element ${at + 1}: ${message}`,
            path: [at, ...path] as never,
          })),
    ),
  }
}

function readText(property: PropertySchema, value: ParameterValue): Read {
  const text = scalarText(value)
  if (text === undefined) return { fault: 'must be text' }
  if (property.choices === undefined || text.includes('${')) return { value: text }
  const choice = property.choices.find((one) => one.toLowerCase() === text.trim().toLowerCase())
  return choice === undefined
    ? { fault: `is "${text}"; it must be one of: ${property.choices.join(', ')}` }
    : { value: choice }
}

function readList(value: readonly ParameterValue[]): Read {
  const texts = value.map((one) => scalarText(Array.isArray(one) && one.length === 1 ? one[0] : one))
  return texts.includes(undefined) ? { fault: 'must be a list of texts' } : { value: texts as string[] }
}

function readRows(value: readonly ParameterValue[]): Read {
  const rows = value.map((row) => (Array.isArray(row) ? row.map(scalarText) : [scalarText(row)]))
  return rows.some((row) => row.includes(undefined))
    ? { fault: 'must be rows of texts' }
    : { value: rows as string[][] }
}

/** A scalar as text; undefined for anything else. A YAML `true` means Yes. */
function scalarText(value: ParameterValue | undefined): string | undefined {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'object' || value === undefined ? undefined : String(value)
}

const isFromGrid = (value: ParameterValue): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'fromGrid' in value
