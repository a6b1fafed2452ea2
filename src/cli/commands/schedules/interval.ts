import { InvalidArgumentError } from 'commander'
import type { Schedule } from '../../../client/resources.ts'

export type IntervalExpression = NonNullable<Schedule['intervalExpression']>

const units = { m: 'MINUTES', h: 'HOURS', d: 'DAYS', w: 'WEEKS' } as const

/** `15m`, `2h`, `1d`, `1w`, for commander. */
export function interval(text: string): IntervalExpression {
  const [, length, unit] = /^([1-9]\d{0,5})([mhdw])$/.exec(text) ?? []
  if (length !== undefined) return { interval: Number(length), unit: units[unit as keyof typeof units] }
  throw new InvalidArgumentError('An interval such as 15m, 2h, 1d or 1w is needed.')
}
