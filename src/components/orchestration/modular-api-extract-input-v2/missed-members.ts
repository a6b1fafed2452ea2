import { isSameNumber, plainNumber } from '../../../lib/plain-number.ts'
import { memberOf, numberText, parseWritten } from '../../../lib/written-json.ts'
import type { StatementOptions } from '../../../warehouses/warehouse.ts'
import { type Field, typeOf } from './fields.ts'

/** After this many names of members, further ones are not logged: the names are data then. */
const MAX_MISSED = 1_000
/** How many names one line of the log has. */
const SHOWN_NAMES = 20

/** Logs each member that is not loaded, once: the columns are those of the first elements, and later elements may have more. */
export function createMissedMembers(options: Pick<StatementOptions, 'note'>): {
  note(fields: readonly Field[], elements: readonly string[]): void
} {
  const missed = new Set<string>()
  return {
    note(fields, elements) {
      if (missed.size > MAX_MISSED) return
      const found = membersBeside(fields, elements).filter((name) => !missed.has(name))
      if (found.length === 0) return
      for (const name of found) missed.add(name)
      const shown = found.slice(0, SHOWN_NAMES).map((name) => `"${name}"`)
      const more = found.length > SHOWN_NAMES ? ` and ${found.length - SHOWN_NAMES} more` : ''
      options.note?.(
        `Not loaded, because the first elements, which determine the columns, do not have them: ${shown.join(', ')}${more}`,
      )
    },
  }
}

/** The names of members that elements have and no field takes. */
export function membersBeside(fields: readonly Field[], elements: readonly string[]): readonly string[] {
  const taken = new Set(fields.map(({ member }) => member))
  if (taken.has(undefined)) return []
  const sample = JSON.parse(`[${elements.join(',')}]`) as readonly unknown[]
  const objects = sample.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one))
  const names = new Set(objects.flatMap((one) => Object.keys(one as object)))
  return [...names.difference(taken)]
}

/** As many digits and points as every number of as many as a floating-point number keeps has at most. */
const MANY_DIGITS = /\d[\d.]{16}/

/** Logs each member, once, whose numbers have more digits than the floating-point numbers of its column keep. */
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
