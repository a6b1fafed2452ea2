/** The lines of one component in the text of a file. */
export interface ComponentBlock {
  /** Where its first line begins, and the line behind its last one. */
  readonly from: number
  readonly to: number
  /** How far its name is indented. */
  readonly indent: number
}

/**
 * The lines of the component whose name is in a line, from 1: up to the next line that is indented as little
 * as its name, blank lines included. The components must be a block of YAML (`ParsedFile.isDivisible`).
 * undefined when it may go on behind that line, as after a comment at the left margin.
 */
export function blockAt(text: string, line: number): ComponentBlock | undefined {
  const from = beginOf(text, line)
  const indent = indentAt(text, from)
  let to = endOfLine(text, from)
  while (to < text.length && (indentAt(text, to) > indent || isBlank(text, to))) to = endOfLine(text, to)
  let next = to
  while (next < text.length && isPassedOver(text, next)) next = endOfLine(text, next)
  const isEnded = next === text.length || (indentAt(text, next) <= indent && firstOf(text, next) !== '\t')
  return isEnded ? { from, to, indent } : undefined
}

/**
 * Whether a text is the lines of one component: the first is indented so far, all others farther, unless they
 * are blank.
 */
export function isBlock(text: string, indent: number): boolean {
  if (isBlank(text, 0) || indentAt(text, 0) !== indent || text.includes('\r')) return false
  for (let at = endOfLine(text, 0); at < text.length; at = endOfLine(text, at))
    if (indentAt(text, at) <= indent && !isBlank(text, at)) return false
  return true
}

/** How many lines end in a part of a text. */
export function lineEndsIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

function beginOf(text: string, line: number): number {
  let at = 0
  for (let number = 1; number < line; number += 1) at = endOfLine(text, at)
  return at
}

/** Where the next line begins. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end + 1
}

function indentAt(text: string, line: number): number {
  let at = line
  while (text[at] === ' ') at += 1
  return at - line
}

/** What stands behind the spaces of a line. */
const firstOf = (text: string, line: number): string | undefined => text[line + indentAt(text, line)]

function isBlank(text: string, line: number): boolean {
  const first = firstOf(text, line)
  return first === '\n' || first === undefined
}

/** A blank line or a comment. */
const isPassedOver = (text: string, line: number): boolean =>
  isBlank(text, line) || firstOf(text, line) === '#'
