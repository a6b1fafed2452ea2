import { two } from './words.ts'

/** The recurrences that the builder offers. Any other expression is typed in. */
export const planKinds = ['minutes', 'hourly', 'daily', 'weekly', 'monthly', 'other'] as const
export type PlanKind = (typeof planKinds)[number]

/**
 * What the builder of an expression shows. Each kind uses only some of the fields; the others keep their
 * values.
 */
export interface Plan {
  readonly kind: PlanKind
  /** Minutes from one run to the next. */
  readonly every: number
  /** Minutes past each hour. */
  readonly minute: number
  /** `HH:MM` */
  readonly time: string
  /** `MON`, `TUE`, … */
  readonly weekdays: readonly string[]
  /** Of the month: `1` to `31`, `L`, `LW`, or a weekday such as `MON#1` (the first) and `FRIL` (the last). */
  readonly day: string
}

export const weekdayCodes = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

export const firstPlan: Plan = {
  kind: 'daily',
  every: 15,
  minute: 0,
  time: '06:00',
  weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  day: '1',
}

/** The Quartz expression of a plan; undefined while the plan is incomplete, and for a custom expression. */
export function expressionOf({ kind, every, minute, time, weekdays, day }: Plan): string | undefined {
  const at = /^(\d\d):(\d\d)/.exec(time)
  const clock = at === null ? undefined : `0 ${Number(at[2])} ${Number(at[1])}`
  switch (kind) {
    case 'minutes':
      return every === 1 ? '0 * * * * ?' : `0 0/${every} * * * ?`
    case 'hourly':
      return `0 ${minute} * * * ?`
    case 'daily':
      return clock && `${clock} * * ?`
    case 'weekly': {
      const days = weekdayCodes.filter((code) => weekdays.includes(code))
      return days.length === 0 ? undefined : clock && `${clock} ? * ${days.join(',')}`
    }
    case 'monthly':
      return clock && (/^[A-Z]{3}/.test(day) ? `${clock} ? * ${day}` : `${clock} ${day} * ?`)
    case 'other':
      return undefined
  }
}

const dayName = '(?:MON|TUE|WED|THU|FRI|SAT|SUN)'
const forms: readonly (readonly [PlanKind, RegExp])[] = [
  ['minutes', /^0 (?:0\/(?<every>\d+)|\*) \* \* \* \?$/],
  ['hourly', /^0 (?<minute>\d+) \* \* \* \?$/],
  ['daily', /^0 (?<m>\d+) (?<h>\d+) \* \* \?$/],
  ['weekly', new RegExp(`^0 (?<m>\\d+) (?<h>\\d+) \\? \\* (?<weekdays>${dayName}(?:,${dayName})*)$`)],
  ['monthly', /^0 (?<m>\d+) (?<h>\d+) (?<day>\d+|LW?) \* \?$/],
  ['monthly', new RegExp(`^0 (?<m>\\d+) (?<h>\\d+) \\? \\* (?<day>${dayName}(?:#[1-4]|L))$`)],
]

/** How the builder shows an expression; what says more than the builder can is `other`. */
export function planOf(expression: string, before: Plan = firstPlan): Plan {
  for (const [kind, form] of forms) {
    const groups = form.exec(expression.trim())?.groups
    if (groups === undefined) continue
    const { every, minute, m, h, weekdays, day } = groups
    return {
      ...before,
      kind,
      ...(kind === 'minutes' && { every: Number(every ?? 1) }),
      ...(minute !== undefined && { minute: Number(minute) }),
      ...(m !== undefined && { time: `${two(Number(h))}:${two(Number(m))}` }),
      ...(weekdays !== undefined && { weekdays: weekdays.split(',') }),
      ...(day !== undefined && { day }),
    }
  }
  return { ...before, kind: 'other' }
}
