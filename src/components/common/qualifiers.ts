import { isTemplate } from '../../pipeline/expressions/resolve-parameters.ts'
import { textOf } from './blocks.ts'

const wordOf = (qualifier: unknown): string => textOf(qualifier).toLowerCase()

/** Whether a condition is turned around: `Not` in any case. `qualifierFaults` refuses what is neither that nor `Is`. */
export const isNegated = (qualifier: string | undefined): boolean => wordOf(qualifier) === 'not'

/** Rows [column, Is or Not, …] with another word there; an empty cell is `Is`. `label` is what the faults call the rows. */
export function qualifierFaults(label: string, conditions: unknown): readonly string[] {
  if (!Array.isArray(conditions)) return []
  return conditions.flatMap((row: unknown) => {
    const qualifier: unknown = Array.isArray(row) ? row[1] : undefined
    const isKnown = ['', 'is', 'not'].includes(wordOf(qualifier)) || isTemplate(textOf(qualifier))
    return isKnown ? [] : [`${label} has "${textOf(qualifier)}" instead of Is or Not`]
  })
}
