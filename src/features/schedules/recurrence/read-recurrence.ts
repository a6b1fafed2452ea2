import { zoneNamed } from '../../../lib/time-zone.ts'
import { nextFire } from './fire-times.ts'
import type { IntervalUnit, Recurrence } from './model.ts'
import { parseCron } from './parse-cron.ts'

/** What a client says about when a schedule is due. `null` counts like a field that is absent. */
export interface RecurrenceFields {
  readonly cronExpression?: string | null | undefined
  readonly intervalExpression?: { readonly interval: number; readonly unit: IntervalUnit } | null | undefined
  readonly cronTimezone?: string | null | undefined
}

export interface ReadRecurrence {
  readonly recurrence: Recurrence | undefined
  /** One sentence per violation, beginning with the field's path below `where`. */
  readonly violations: readonly string[]
}

/**
 * Puts the fields of a schedule together and lists everything that is wrong with them: an expression that
 * cannot be read or never fires again, an unknown zone, both kinds or neither (decisions.md §7).
 *
 * @param where path of the object that holds the fields, such as `body/schedule`
 * @param after a schedule that has no due time after it counts as one that never fires
 */
export function readRecurrence(
  fields: RecurrenceFields,
  effectiveFrom: Date,
  where: string,
  after: Date,
): ReadRecurrence {
  const violations: string[] = []
  const { cronExpression: text, intervalExpression: steps } = fields
  const timeZone = fields.cronTimezone ?? 'UTC'
  if (zoneNamed(timeZone) === undefined) {
    violations.push(`${where}/cronTimezone "${timeZone}" is not an IANA time zone such as Europe/Berlin`)
  }
  const parsed = text == null ? undefined : parseCron(text)
  violations.push(...(parsed?.violations ?? []).map((violation) => `${where}/cronExpression: ${violation}`))
  if (text != null && steps != null) {
    violations.push(`${where} has both cronExpression and intervalExpression; send one of them`)
  } else if (text == null && steps == null) {
    violations.push(`${where} needs cronExpression or intervalExpression`)
  }
  if (violations.length > 0) return { recurrence: undefined, violations }
  const recurrence: Recurrence =
    parsed?.cron !== undefined
      ? { kind: 'cron', cron: parsed.cron, timeZone, effectiveFrom }
      : { kind: 'interval', ...steps!, timeZone, effectiveFrom }
  if (nextFire(recurrence, after.getTime()) !== undefined) return { recurrence, violations }
  const field = text == null ? 'intervalExpression' : 'cronExpression'
  return {
    recurrence: undefined,
    violations: [`${where}/${field} never fires: it matches no future date`],
  }
}
