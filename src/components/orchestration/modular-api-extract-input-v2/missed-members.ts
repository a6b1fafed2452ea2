import type { StatementOptions } from '../../../warehouses/warehouse.ts'
import type { Field } from './fields.ts'

/** After this many names of members, further ones are not logged: the names are data then. */
const MAX_MISSED = 1_000
/** How many names one line of the log has. */
const SHOWN_NAMES = 20

/**
 * Logs each member that is not loaded, once: the columns are those of the first elements, and later elements
 * may have more.
 */
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
