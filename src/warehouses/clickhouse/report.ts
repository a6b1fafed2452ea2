/**
 * Tells the rows of an answer from what the server reports in place of more of them, which is the end of the
 * answer.
 */
export interface ReportFinder {
  /**
   * Takes the next lines and answers those that are rows; a line that may begin a report waits for what
   * follows it.
   */
  rowsOf(lines: readonly string[]): readonly string[]
  /** There is a report, whatever follows. */
  isFound(): boolean
  /** It is there to its end. */
  isWhole(): boolean
  /**
   * What the server reports when no more lines follow; `rest` is the beginning of one. Undefined: nothing.
   */
  report(rest: string): string | undefined
  /** The lines that still wait, when there is no report. */
  waiting(): readonly string[]
}

/** What waits at most: reports are shorter. */
const MAX_CHARS = 100_000

const begins = /^Code: \d+\. DB::(?:Net)?Exception: /
/** How every report ends; messages that were kept somewhere often lack it. */
const ends = /\(version [^()]*(?:\([^()]*\))?\)\s*$/
/** No row has it: a carriage return inside a cell is escaped. Half a row may be before it. */
const mark = /(?:__exception__|^)\r$/
const lastMark = /^__exception__\r$/

/**
 * Servers from 25.11 say in a header that they put reports between marks; before them some put a mark in
 * front, and others nothing. `isMarked` says that there is such a header. The first line has to be that of
 * the names.
 */
export function createReportFinder(isMarked: boolean): ReportFinder {
  let cells: number | undefined
  let held: readonly string[] = []
  let isFound = false

  const isReport = (line: string): boolean =>
    (line.endsWith('\r') && mark.test(line)) ||
    (!isMarked && cells !== 1 && begins.test(line) && cellsIn(line) !== cells)

  /** Where the last lines begin that could be a report; a row of one column can look like that. */
  function possibleReport(lines: readonly string[]): number {
    let from = lines.length
    if (isMarked || cells !== 1) return from
    for (let at = lines.length - 1, chars = 0; at >= 0 && chars < MAX_CHARS; at--) {
      const line = lines[at] ?? ''
      chars += line.length
      if (begins.test(line)) from = at
    }
    return from
  }

  return {
    rowsOf(lines) {
      if (lines[0] !== undefined) cells ??= cellsIn(lines[0])
      const all = held.length === 0 ? lines : [...held, ...lines]
      const found = isFound ? 0 : all.findIndex(isReport)
      isFound = found >= 0
      const from = isFound ? found : possibleReport(all)
      held = all.slice(from)
      return all.slice(0, from)
    },
    isFound: () => isFound,
    isWhole: () =>
      isFound &&
      held.length > 2 &&
      (lastMark.test(held.at(-1) ?? '') || held.reduce((sum, { length }) => sum + length, 0) > MAX_CHARS),
    report(rest) {
      if (isFound) return [...held, rest].join('\n')
      if (!ends.test(held.at(-1) ?? '')) return undefined
      return held.slice(held.findLastIndex((line) => begins.test(line))).join('\n')
    },
    waiting: () => held,
  }
}

const cellsIn = (line: string): number => line.split('\t').length
