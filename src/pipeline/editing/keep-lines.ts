import { type Match, matchLines } from './line-matches.ts'

/**
 * Applies to `text` what changed between `before` and `after`, line by line. `before` is `text` as the YAML library writes
 * it and `after` is the same with an edit, so lines that no edit touches stay as their author wrote them. Where both differ
 * from `before` in the same place, the lines of `after` win.
 */
export function keepLines(text: string, before: string, after: string): string {
  if (text === before) return after
  const [mine, base, edited] = [linesOf(text), linesOf(before), linesOf(after)]
  const toMine = byLine(matchLines(base, mine))
  const toEdited = byLine(matchLines(base, edited))
  const merged: string[] = []
  let [atBase, atMine, atEdited] = [0, 0, 0]
  while (true) {
    const next = nextCommon(base.length, atBase, toMine, toEdited)
    const chunk = {
      base: base.slice(atBase, next),
      mine: mine.slice(atMine, toMine.get(next) ?? mine.length),
      edited: edited.slice(atEdited, toEdited.get(next) ?? edited.length),
    }
    merged.push(...mergedChunk(chunk))
    if (next >= base.length) return merged.join('')
    atBase = next
    atMine = toMine.get(next)!
    atEdited = toEdited.get(next)!
    merged.push(mine[atMine]!)
    atBase += 1
    atMine += 1
    atEdited += 1
  }
}

/** `edited`, which has `\n` only, with the line ends of `text`: lines of both keep theirs, new ones have those of most. */
export function keepLineEnds(text: string, edited: string): string {
  const before = linesOf(text)
  const after = linesOf(edited)
  const plain = before.map((line) => line.replace('\r\n', '\n'))
  const toBefore = byLine(matchLines(after, plain))
  const isDos = before.filter((line) => line.endsWith('\r\n')).length > before.length / 2
  const fresh = (line: string) => (isDos ? line.replace('\n', '\r\n') : line)
  return after.map((line, at) => before[toBefore.get(at) ?? -1] ?? fresh(line)).join('')
}

interface Chunk {
  readonly base: readonly string[]
  readonly mine: readonly string[]
  readonly edited: readonly string[]
}

function mergedChunk({ base, mine, edited }: Chunk): readonly string[] {
  if (isSame(base, edited)) return mine
  if (base.length === 0) return [...mine, ...edited]
  if (base.length === mine.length) return lineByLine({ base, mine, edited })
  // Of several blank lines the library writes one.
  const blanks = Math.max(0, blanksAtEnd(mine) - blanksAtEnd(base))
  return blanks === 0 ? edited : [...edited, ...mine.slice(-blanks)]
}

/** Each line of `base` is the same line of `mine`, written in another way: those that the edit has left are kept so. */
function lineByLine({ base, mine, edited }: Chunk): readonly string[] {
  const kept = new Map(matchLines(edited, base))
  return edited.map((line, at) => {
    const same = kept.get(at)
    return same === undefined ? line : mine[same]!
  })
}

function blanksAtEnd(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return lines.length - 1 - last
}

/** The next line that all three texts have, or the end. */
function nextCommon(
  end: number,
  from: number,
  toMine: ReadonlyMap<number, number>,
  toEdited: ReadonlyMap<number, number>,
): number {
  for (let at = from; at < end; at += 1) if (toMine.has(at) && toEdited.has(at)) return at
  return end
}

const byLine = (matches: readonly Match[]): ReadonlyMap<number, number> => new Map(matches)
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at])
