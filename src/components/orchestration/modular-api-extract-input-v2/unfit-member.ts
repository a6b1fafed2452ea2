import { decimalOf } from '../../../lib/plain-number.ts'
import { jsonOf, memberOf, parseWritten, textOf } from '../../../lib/written-json.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { Field } from './fields.ts'

const SHOWN_CHARACTERS = 60
/** As many digits as the column of a whole number has. */
const WHOLE = /^-?\d{1,38}$/

/**
 * Names the first member that is not of the type of its column, where the database refused `elements`, which
 * come behind `before` others: it says neither element nor member, and shows a statement of ours. `error`
 * itself where it is another one.
 */
export function namingMember(
  error: unknown,
  fields: readonly Field[],
  elements: readonly string[],
  before: number,
): unknown {
  if (!(error instanceof WarehouseError)) return error
  return (
    unfitMember(error, fields, elements, before) ?? nullCharacter(error, fields, elements, before) ?? error
  )
}

function unfitMember(cause: WarehouseError, ...given: Walk): WarehouseError | undefined {
  for (const { place, field, value } of valuesOf(...given)) {
    const what = field.member === undefined || value === null ? undefined : unlike(field, value)
    if (what === undefined) continue
    const text = textOf(value)
    const wider = field.type === 'INTEGER' && Number.isFinite(decimalOf(text)) ? 'NUMBER' : 'STRING or ANY'
    return new WarehouseError(
      `${place} is ${what}: ${text.slice(0, SHOWN_CHARACTERS)}. Its column has the type that the first ` +
        `elements have there, or that the response structure of the connector states: state ${wider} for it`,
      { cause },
    )
  }
  return undefined
}

/** As JSON writes the character; not behind a backslash that is a letter itself. */
const NULL_CHARACTER = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * Names the first value with the character U+0000, which some databases refuse in words of their protocols.
 */
function nullCharacter(cause: WarehouseError, ...given: Walk): WarehouseError | undefined {
  for (const { place, value } of valuesOf(...given)) {
    if (!NULL_CHARACTER.test(jsonOf(value))) continue
    const [said = ''] = cause.message.split('\n', 1)
    return new WarehouseError(
      `${place} has the character U+0000, which the database may not take; it says: ${said}`,
      { cause },
    )
  }
  return undefined
}

/** Fields, elements, and how many elements come before these. */
type Walk = [fields: readonly Field[], elements: readonly string[], before: number]

/** Every value that the elements have for the fields, with its place in words. */
function* valuesOf(...[fields, elements, before]: Walk) {
  for (const [index, element] of elements.entries()) {
    const parsed = parsedOf(element)
    for (const field of fields) {
      const { name, member } = field
      const value = member === undefined ? parsed : memberOf(parsed, member)
      if (value !== undefined)
        yield { place: `Element ${before + index + 1}: "${member ?? name}"`, field, value }
    }
  }
}

/** Undefined where it is not JSON, of which the database says more. */
function parsedOf(element: string): unknown {
  try {
    return parseWritten(element)
  } catch {
    return undefined
  }
}

/** What a value is not; undefined where it fits its column. */
function unlike({ type, definition }: Field, value: unknown): string | undefined {
  if (definition !== undefined && definition.type !== 'NUMBER') return undefined
  const text = textOf(value)
  if (type === 'INTEGER' && definition === undefined && !WHOLE.test(text))
    return 'not a whole number of at most 38 digits'
  if ((type === 'NUMBER' || type === 'INTEGER') && !Number.isFinite(decimalOf(text))) return 'not a number'
  return type === 'BOOLEAN' && typeof value !== 'boolean' ? 'neither true nor false' : undefined
}
