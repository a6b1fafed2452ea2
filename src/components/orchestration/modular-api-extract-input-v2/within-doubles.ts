import { decimalOf } from '../../../lib/plain-number.ts'
import { jsonOf, memberOf, numberText, parseWritten } from '../../../lib/written-json.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { type Field, typeOf } from './fields.ts'

const SHOWN_CHARACTERS = 60

/** Numbers with fewer digits, and smaller exponents, are within what a floating-point number holds. */
const FAR = /\d[eE][+-]?\d{3}|\d{200}|\d{100}\.?\d*[eE]/

/**
 * The elements with 0 for numbers that are too small for the floating-point numbers of their columns. Throws
 * WarehouseError for one that is too large: some databases would take it for infinity. `before` elements come
 * before these.
 */
export function withinDoubles(
  fields: readonly Field[],
  elements: readonly string[],
  before: number,
): readonly string[] {
  const floats = fields.filter((field) => typeOf(field).type === 'DOUBLE')
  if (floats.length === 0) return elements
  return elements.map((element, index) => {
    if (!FAR.test(element)) return element
    const parsed = parseWritten(element)
    const zeros = floats.flatMap(({ member = '' }) => {
      const text = numberText(memberOf(parsed, member))
      const value = decimalOf(text ?? '')
      if (text !== undefined && !Number.isFinite(value))
        throw new WarehouseError(
          `Element ${before + index + 1}: "${member}" is larger than the floating-point numbers of its column: ${text.slice(0, SHOWN_CHARACTERS)}. ` +
            'State STRING or ANY for it in the response structure of the connector',
        )
      return value === 0 ? [[member, 0]] : []
    })
    return zeros.length === 0 ? element : jsonOf({ ...(parsed as object), ...Object.fromEntries(zeros) })
  })
}
