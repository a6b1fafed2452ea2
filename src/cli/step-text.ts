import { type Paint, paintResult } from './colour.ts'
import { durationBetween } from './durations.ts'
import { cellText, shorten } from './table.ts'
import type { Step } from './wire.ts'

const MAX_MESSAGE = 200

const marks: Readonly<Record<string, string>> = {
  SUCCESS: '✔',
  FAILED: '✘',
  SKIPPED: '–',
  CANCELLED: '■',
  RUNNING: '▶',
}

/** A step's name, with its attempt and iteration where there is more than one. */
export function stepName({ name, attempt, iteration }: Step): string {
  const which = iteration === undefined || iteration === null ? '' : ` [${iteration}]`
  return `${name}${which}${attempt !== undefined && attempt > 1 ? ` (attempt ${attempt})` : ''}`
}

/** One line about a step that began or ended: mark, name, result, time, rows, message. */
export function stepLine(step: Step, depth: number, paint: Paint, now: number): string {
  const mark = paintResult(paint, step.result, marks[step.result] ?? '•')
  const facts = [
    paintResult(paint, step.result),
    step.result === 'RUNNING' ? '' : durationBetween(step.startedAt, step.finishedAt, now),
    rowText(step.rowCount),
    step.childPipeline === undefined ? '' : `runs ${step.childPipeline.name}`,
    step.message ? paint('dim', shorten(cellText(step.message), MAX_MESSAGE)) : '',
  ]
  return `${'  '.repeat(depth)}${mark} ${stepName(step)}  ${facts.filter((fact) => fact !== '').join('  ')}`
}

const rowText = (rows: number | null | undefined) =>
  rows === undefined || rows === null ? '' : `${rows} row${rows === 1 ? '' : 's'}`
