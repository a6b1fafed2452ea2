import { matchLines } from '../../../../src/pipeline/editing/line-matches.ts'

export interface DiffLine {
  /** ` `: both have it; `@`: lines are left out here. */
  readonly change: ' ' | '+' | '-' | '@'
  readonly text: string
}

const CONTEXT_LINES = 3

/** What differs between two texts, line by line, with a few lines around each difference. */
export function diffOf(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const all: DiffLine[] = []
  let [atOld, atFresh] = [0, 0]
  const upTo = (endOld: number, endFresh: number) => {
    for (; atOld < endOld; atOld += 1) all.push({ change: '-', text: old[atOld]! })
    for (; atFresh < endFresh; atFresh += 1) all.push({ change: '+', text: fresh[atFresh]! })
  }
  for (const [one, other] of matchLines(old, fresh)) {
    upTo(one, other)
    all.push({ change: ' ', text: old[one]! })
    atOld += 1
    atFresh += 1
  }
  upTo(old.length, fresh.length)
  return withoutFarLines(all)
}

function withoutFarLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const changed = lines.flatMap(({ change }, at) => (change === ' ' ? [] : [at]))
  const near = new Set(
    changed.flatMap((at) =>
      Array.from({ length: 2 * CONTEXT_LINES + 1 }, (_, by) => at + by - CONTEXT_LINES),
    ),
  )
  const shown: DiffLine[] = []
  for (const [at, line] of lines.entries()) {
    if (near.has(at)) shown.push(line)
    else if (shown.at(-1)?.change !== '@') shown.push({ change: '@', text: '…' })
  }
  return changed.length === 0 ? [] : shown
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))
