/** A line of a log as the API answers it. */
export interface LogLine {
  readonly at: string
  /** Which execution wrote it, and the number of its step; absent for lines about the run itself. */
  readonly execution?: string
  readonly seq?: number
  readonly component?: string
  readonly text: string
}

/** A text of several lines as lines of its own, each drawn in a row: errors of databases have several. */
export const splitLines = (line: LogLine): readonly LogLine[] =>
  line.text.includes('\n') ? line.text.split(/\r?\n/).map((text) => ({ ...line, text })) : [line]

/** The id of the step that wrote a line, as the API names steps. */
export const stepIdOf = ({ execution, seq }: LogLine): string | undefined =>
  execution === undefined || seq === undefined ? undefined : `${execution}-${seq}`

/** The lines of one step, or all. */
export const linesOf = (lines: readonly LogLine[], stepId: string | undefined): readonly LogLine[] =>
  stepId === undefined ? lines : lines.filter((line) => stepIdOf(line) === stepId)

/** The places of the lines that hold `wanted` in any case, in order; none for an empty text. */
export function findIn(lines: readonly LogLine[], wanted: string): readonly number[] {
  if (wanted === '') return []
  const needle = wanted.toLowerCase()
  const found: number[] = []
  for (const [at, { text, component }] of lines.entries()) {
    if (text.toLowerCase().includes(needle) || component?.toLowerCase().includes(needle)) found.push(at)
  }
  return found
}

export interface Part {
  readonly text: string
  readonly isFound: boolean
}

/** A text cut where `wanted` is found in it, in any case. */
export function partsOf(text: string, wanted: string): readonly Part[] {
  if (wanted === '') return [{ text, isFound: false }]
  const lower = text.toLowerCase()
  const needle = wanted.toLowerCase()
  // Lower case can be longer in some scripts; then places would not fit, and nothing is marked.
  if (lower.length !== text.length) return [{ text, isFound: false }]
  const parts: Part[] = []
  let from = 0
  for (let at = lower.indexOf(needle); at !== -1; at = lower.indexOf(needle, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isFound: false })
    from = at + needle.length
    parts.push({ text: text.slice(at, from), isFound: true })
  }
  if (from < text.length) parts.push({ text: text.slice(from), isFound: false })
  return parts
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** The time of day to the millisecond, in the zone of the browser. */
export function clockTime(at: string): string {
  const date = new Date(at)
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part, 2))
  return `${clock.join(':')}.${pad(date.getMilliseconds(), 3)}`
}
