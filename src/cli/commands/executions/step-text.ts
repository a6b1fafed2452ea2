import type { Step } from '../../../client/resources.ts'
import { type Paint, paintResult } from '../../terminal/colour.ts'
import { durationBetween } from '../../terminal/durations.ts'
import { cellText, shorten } from '../../terminal/table.ts'

const MAX_MESSAGE_CHARACTERS = 200

const marks: Readonly<Record<Step['result'], string>> = {
  SUCCESS: '✔',
  FAILED: '✘',
  SKIPPED: '–',
  CANCELLED: '■',
  RUNNING: '▶',
}

/** A step's name, with its iteration and attempt where there is more than one, and whether it ran before. */
export function stepName({ name, attempt, iteration, reused }: Step): string {
  const which = iteration === undefined ? '' : ` [${iteration}]`
  return `${cellText(name)}${which}${attempt > 1 ? ` (attempt ${attempt})` : ''}${reused ? ' (reused)' : ''}`
}

/** One line about a step that began, and the pipeline it runs. */
export function beginLine(step: Step, depth: number, paint: Paint): string {
  const child = step.childPipeline === undefined ? '' : `  runs ${cellText(step.childPipeline.name)}`
  return `${indent(depth)}${markOf('RUNNING', paint)} ${stepName(step)}${child}`
}

/** A line about each gate of a step; where only failures count, of those that failed. */
export const gateLines = (
  { gates = [] }: Step,
  depth: number,
  paint: Paint,
  which: 'all' | 'failed' = 'all',
): string[] =>
  gates
    .filter(({ result }) => which === 'all' || result === 'FAILED')
    .map(({ name, onFailure, result, expected, actual, keptIn }) => {
      const word = result === 'PASSED' ? 'passed' : onFailure === 'WARN' ? 'failed (warning)' : 'failed'
      const kept = keptIn === undefined ? '' : `; failed rows are in ${keptIn}`
      const shown = paintResult(paint, result === 'PASSED' ? 'SUCCESS' : 'FAILED', word)
      return `${indent(depth)}Gate "${cellText(name)}" ${shown}: expected ${cellText(expected)}, found ${cellText(actual)}${kept}`
    })

/** One line about a step that ended: its result, time, rows and message. */
export function endLine(step: Step, depth: number, paint: Paint): string {
  const facts = [
    stepName(step),
    paintResult(paint, step.result),
    step.finishedAt === undefined ? '' : durationBetween(step.startedAt, step.finishedAt, 0),
    rowText(step.rowCount),
    step.message === undefined ? '' : paint('dim', shorten(cellText(step.message), MAX_MESSAGE_CHARACTERS)),
  ]
  return `${indent(depth)}${markOf(step.result, paint)} ${facts.filter((fact) => fact !== '').join('  ')}`
}

const indent = (depth: number) => '  '.repeat(depth)
const markOf = (result: Step['result'], paint: Paint) => paintResult(paint, result, marks[result])
const rowText = (rows: number | undefined) =>
  rows === undefined ? '' : `${rows} row${rows === 1 ? '' : 's'}`
