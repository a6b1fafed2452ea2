import type { StatementOptions } from '../../../warehouses/warehouse.ts'
import type { Field } from './fields.ts'

/** Once as many members were missed, no further ones are said: their names are data. */
const MAX_MISSED = 1_000
/** As many names are said in one line of the log. */
const SHOWN_NAMES = 20

/** Says once of each member that it is not loaded: the columns are those of the first elements, and later ones may have more. */
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
        `Not loaded, for the first elements do not have them and the columns are theirs: ${shown.join(', ')}${more}`,
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
