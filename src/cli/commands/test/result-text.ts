import { oneLine } from '../../../lib/one-line.ts'
import type { TestResult } from '../../../pipeline/tests/result.ts'
import type { Paint } from '../../terminal/colour.ts'
import { count } from '../validate/fault-text.ts'

const marks = { PASSED: ['✓', 'green'], FAILED: ['✗', 'red'], CANCELLED: ['-', 'dim'] } as const

/** How one test ended: a line, and below it what failed. */
export function resultLines(result: TestResult, paint: Paint, withLog: boolean): string[] {
  const [mark, colour] = marks[result.status]
  const seconds = paint('dim', `(${(result.durationMs / 1_000).toFixed(2)} s)`)
  const lines = [`${paint(colour, mark)} ${oneLine(result.name)} ${seconds}`]
  if (result.status === 'FAILED') lines.push(...failureLines(result, paint))
  if (withLog) lines.push(...result.log.map((line) => paint('dim', `    | ${line}`)))
  return lines
}

function failureLines({ file, message, assertions }: TestResult, paint: Paint): string[] {
  const lines = message === undefined ? [] : message.split('\n').map((line) => `    ${line}`)
  for (const { what, line, passed, expected, actual } of assertions) {
    if (passed) continue
    lines.push(
      `    ${oneLine(what)} ${paint('dim', `(${oneLine(file)}:${line})`)}`,
      ...labelled('expected', expected, (text) => paint('green', text)),
      ...labelled('actual', actual, (text) => paint('red', text)),
    )
  }
  return lines
}

function labelled(label: string, text: string, painted: (text: string) => string): string[] {
  return text.split('\n').map((line, at) => `      ${(at === 0 ? label : '').padEnd(9)} ${painted(line)}`)
}

/** All of them in a sentence. */
export function totalsText(results: readonly TestResult[], tookMs: number): string {
  const of = (status: TestResult['status']) => results.filter((one) => one.status === status).length
  const parts = [`${of('PASSED')} passed`, `${of('FAILED')} failed`]
  if (of('CANCELLED') > 0) parts.push(`${of('CANCELLED')} cancelled`)
  return `${count(results.length, 'test')}: ${parts.join(', ')} in ${(tookMs / 1_000).toFixed(1)} s.`
}
