import type { Output } from './terminal.ts'

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, cyan: 36 } as const
type ColourName = keyof typeof codes

/** Colours text, or leaves it plain where colours are not shown. */
export type Paint = (colour: ColourName, text: string) => string

/**
 * Colours for one output: on a terminal only, and never when `NO_COLOR` is set to anything (no-color.org) or
 * the terminal says it is `dumb`.
 */
export function paintFor(output: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return wanted ? (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m` : (_colour, text) => text
}

const own = `\\u001b\\[(?:0|${Object.values(codes).join('|')})m`
const unprintable = new RegExp(`(${own})|[^\\P{Cc}\\n\\t]+`, 'gu')

/**
 * `text` without the control characters that come from pipelines and servers; line breaks, tabs and our own
 * colours stay. What must be one line goes through `oneLine` before.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, (_, colour: string | undefined) => colour ?? ' ')

const colourOfResult: Readonly<Record<string, ColourName>> = {
  SUCCESS: 'green',
  FAILED: 'red',
  CANCELLED: 'yellow',
  CANCELLING: 'yellow',
  SKIPPED: 'dim',
  QUEUED: 'dim',
  RUNNING: 'cyan',
  running: 'green',
  unknown: 'yellow',
  stopped: 'dim',
  pending: 'dim',
}

/** The result of a step, or the status of an execution or a runner, in the colour it has everywhere. */
export function paintResult(paint: Paint, result: string, text = result): string {
  const colour = colourOfResult[result]
  return colour === undefined ? text : paint(colour, text)
}
