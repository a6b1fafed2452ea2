import { oneLine } from '../../../lib/one-line.ts'
import type { Fault } from '../../../pipeline/model.ts'
import type { Paint } from '../../terminal/colour.ts'

/**
 * `file:line: severity: message (rule)`, which editors and terminals make a link of, and what to do.
 * Messages name the component.
 */
export function faultLines(fault: Fault, paint: Paint): string[] {
  const { file, line, severity, message, rule, hint } = fault
  const colour = severity === 'error' ? 'red' : 'yellow'
  const place = paint('bold', `${oneLine(file)}:${line}:`)
  return [
    `${place} ${paint(colour, severity)}: ${oneLine(message)} ${paint('dim', `(${rule})`)}`,
    ...(hint === undefined ? [] : [`    ${oneLine(hint)}`]),
  ]
}

/** `1 file`, `2 files`. */
export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
