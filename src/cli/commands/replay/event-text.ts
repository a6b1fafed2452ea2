import type { Value } from '../../../pipeline/model.ts'
import type {
  ReplayEvent,
  ReplayedAction,
  ReplayedChange,
  ReplayedLink,
} from '../../../pipeline/replay/events.ts'
import { type Paint, paintResult } from '../../terminal/colour.ts'
import { durationBetween } from '../../terminal/durations.ts'
import { cellText, shorten } from '../../terminal/table.ts'

const MAX_VALUE_CHARACTERS = 80
const MAX_MESSAGE_CHARACTERS = 300
/** Of many iterations, or visits that become ready at once, the first ones are shown. */
const MAX_SHOWN = 5

/** An event of a replay as lines: what happened, then what it changed and led to. */
export function eventLines(event: ReplayEvent, paint: Paint): string[] {
  const around = '  '.repeat(event.depth)
  const more = [
    ...(event.changes ?? []).map((change) => changeText(change)),
    ...(event.links ?? []).map((link) => linkText(event, link)),
    ...readyText(event.next ?? []),
    ...iterationText(event),
    ...event.divergences.map((text) => paint('red', `✘ diverges: ${text}`)),
  ]
  return [`${around}${headline(event, paint)}`, ...more.map((text) => `${around}      ${text}`)]
}

function headline(event: ReplayEvent, paint: Paint): string {
  const { kind, step, n, message } = event
  const key = step?.key ?? event.key ?? ''
  const number = n === undefined ? '' : paint('dim', `#${n} `)
  switch (kind) {
    case 'begin':
      return `${paint('bold', event.pipelineName)}  ${paint('dim', event.execution)}${dash(message)}`
    case 'end':
      return `${paint('bold', event.pipelineName)} ended ${endText(event, paint)}${dash(message)}`
    case 'finished':
      return `${number}${key}  ${paintResult(paint, event.result ?? '')}${timeOf(event)}${reusedText(event)}${dash(message)}`
    case 'expanded':
      return `${number}${key} worked out ${counted(event.iterations?.length ?? 0, 'iteration')}${reusedText(event)}`
    case 'deferred':
      return `${number}${key} was kept from an earlier execution; the flow reaches it later`
    case 'waited':
      return `the pause before ${key} was over`
    case 'overtaken':
      return `${key} never began, because the execution ended first`
    case 'note':
      return `${key} ${message ?? ''}`
  }
}

function endText({ result = '', expected }: ReplayEvent, paint: Paint): string {
  const painted = paintResult(paint, result)
  if (expected === undefined) return painted
  return expected === result ? `${painted}, as the engine does` : `${painted}; the engine: ${expected}`
}

const dash = (message: string | undefined) =>
  message === undefined || message === '' ? '' : `  ${shorten(cellText(message), MAX_MESSAGE_CHARACTERS)}`

const timeOf = ({ step }: ReplayEvent) =>
  step?.finishedAt === undefined ? '' : `  ${durationBetween(step.startedAt, step.finishedAt, 0)}`

const reusedText = ({ reused }: ReplayEvent) => (reused ? ' (taken over)' : '')
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function changeText({ name, before, after, scope, masked, refused }: ReplayedChange): string {
  const was = before === undefined ? '' : `${masked ? '***' : valueText(before)} → `
  const text = `${name}: ${was}${masked ? '***' : valueText(after)}`
  return refused === undefined ? `${text}  (${scope})` : `${text}  not taken: ${refused}`
}

function valueText(value: Value): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : gridText(value)
  return shorten(cellText(text), MAX_VALUE_CHARACTERS)
}

const gridText = (value: number | Exclude<Value, string>): string =>
  typeof value === 'number' ? String(value) : `${counted(value.length, 'row')} ${JSON.stringify(value)}`

/** Why a link fired or did not, by the outcome it looked at. */
function linkText({ result = '' }: ReplayEvent, { condition, to, effect, arrived }: ReplayedLink): string {
  const why = `${condition} → ${to}`
  const of = arrived === undefined ? '' : ` (${arrived.fired} of ${arrived.of} links)`
  switch (effect) {
    case 'ready':
      return `${why}: fires, ${reason(condition, result)}${of}`
    case 'waits':
      return `${why}: fires, ${reason(condition, result)}; ${to} waits for more${of}`
    case 'already':
      return `${why}: fires, but ${to} was reached before`
    case 'cancelled':
      return `${why}: would fire, but the run is being cancelled`
    case 'not-fired':
      return `${why}: does not fire, ${condition === 'true' || condition === 'false' ? 'the condition is not met' : `it ended ${result}`}`
  }
}

function reason(condition: string, result: string): string {
  if (condition === 'unconditional') return 'as it does after any end'
  if (condition === 'true' || condition === 'false') return `the condition is ${condition}`
  return `it ended ${result}`
}

function readyText(next: readonly ReplayedAction[]): string[] {
  const shown = next.slice(0, MAX_SHOWN).map(actionText)
  return next.length > MAX_SHOWN ? [...shown, `and ${next.length - MAX_SHOWN} more`] : shown
}

function actionText({ kind, key, type, result, delayMs }: ReplayedAction): string {
  if (kind === 'wait') return `next: a pause of ${delayMs} ms, then ${key}`
  return kind === 'conclude' ? `next: ${key} (${type}) is concluded as ${result}` : `next: ${key} (${type})`
}

function iterationText({ iterations = [] }: ReplayEvent): string[] {
  const shown = iterations.slice(0, MAX_SHOWN).map((updates, at) => {
    const values = updates.map(
      ({ variable, value, masked }) => `${variable} = ${masked ? '***' : valueText(value)}`,
    )
    return `[${at + 1}] ${values.join(', ')}`
  })
  return iterations.length > MAX_SHOWN
    ? [...shown, `and ${iterations.length - MAX_SHOWN} more iterations`]
    : shown
}
