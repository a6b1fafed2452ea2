import { isSameNumber, plainNumber } from '../../../lib/plain-number.ts'
import { memberOf, numberText, parseWritten } from '../../../lib/written-json.ts'
import type { StatementOptions } from '../../../warehouses/warehouse.ts'
import { type Field, typeOf } from './fields.ts'

/** Numbers with fewer digits are kept as they are. */
const MANY_DIGITS = /\d[\d.]{16}/

/**
 * Logs each member, once, whose numbers have more digits than the floating-point numbers of its column keep.
 */
export function createRoundedMembers(options: Pick<StatementOptions, 'note'>): {
  note(fields: readonly Field[], elements: readonly string[]): void
} {
  const rounded = new Set<string | undefined>()
  return {
    note(fields, elements) {
      const floats = fields.filter((field) => typeOf(field).type === 'DOUBLE' && !rounded.has(field.member))
      for (const element of floats.length === 0 ? [] : elements.filter((one) => MANY_DIGITS.test(one))) {
        const parsed = parseWritten(element)
        for (const { member = '' } of floats) {
          const text = numberText(memberOf(parsed, member))
          if (text === undefined || rounded.has(member) || isSameNumber(text, plainNumber(Number(text))))
            continue
          rounded.add(member)
          options.note?.(
            `Rounded, because a column of floating-point numbers keeps about 16 digits: "${member}", such as ${text}. ` +
              'To keep all, add the rows to a table whose column is a decimal',
          )
        }
      }
    },
  }
}
