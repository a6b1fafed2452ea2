import { type Match, matchLines } from './line-matches.ts'

/**
 * Applies to `text` what changed between `before` and `after`, line by line. `before` is `text` as the YAML
 * library writes it and `after` is the same with an edit, so lines that no edit touches stay as their author
 * wrote them. Where both differ from `before` in the same place, the lines of `after` win.
 */
export function keepLines(text: string, before: string, after: string): string {
  if (text === before) return after
  const lines = { base: linesOf(before), mine: linesOf(text), edited: linesOf(after) }
  return mergedPieces(lines, {
    saysOf: (line) => line,
    mergedChunk: mergedLines,
    behindRemoved: (line) => line,
  })
}

/**
 * The same word by word, for braces and brackets over several lines, of which the library makes one: what is
 * new stands among the others as the library writes it. The result may say something else than `after`.
 */
export function keepWords(text: string, before: string, after: string): string {
  const words = { base: wordsOf(before), mine: wordsOf(text), edited: wordsOf(after) }
  return mergedPieces(words, {
    saysOf: withoutBlanks,
    mergedChunk: mergedWords,
    behindRemoved: wordBehindRemoved,
  })
}

interface Ways {
  /** What pieces are compared by. */
  saysOf(piece: string): string
  /** Of pieces that not all three texts have. */
  mergedChunk(chunk: Chunk): readonly string[]
  /** A piece that all have, behind what `edited` took away. */
  behindRemoved(mine: string, edited: string): string
}

/** `mine` with what `edited` changed of `base`. */
function mergedPieces({ base, mine, edited }: Chunk, { saysOf, mergedChunk, behindRemoved }: Ways): string {
  const said = base.map(saysOf)
  const toMine = byNumber(matchLines(said, mine.map(saysOf)))
  const toEdited = byNumber(matchLines(said, edited.map(saysOf)))
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
    const isBehindRemoved = chunk.base.length > 0 && chunk.edited.length === 0
    merged.push(isBehindRemoved ? behindRemoved(mine[atMine]!, edited[atEdited]!) : mine[atMine]!)
    atBase += 1
    atMine += 1
    atEdited += 1
  }
}

/**
 * `edited`, which has `\n` only, with the line ends of `text`: lines of both keep theirs, new ones have those
 * of most.
 */
export function keepLineEnds(text: string, edited: string): string {
  const before = linesOf(text)
  const after = linesOf(edited)
  const plain = before.map((line) => line.replace('\r\n', '\n'))
  const toBefore = byNumber(matchLines(after, plain))
  const isDos = before.filter((line) => line.endsWith('\r\n')).length > before.length / 2
  const fresh = (line: string) => (isDos ? line.replace('\n', '\r\n') : line)
  return after.map((line, at) => before[toBefore.get(at) ?? -1] ?? fresh(line)).join('')
}

interface Chunk {
  readonly base: readonly string[]
  readonly mine: readonly string[]
  readonly edited: readonly string[]
}

function mergedLines({ base, mine, edited }: Chunk): readonly string[] {
  if (isSame(base, edited)) return mine
  if (base.length === 0) return [...mine, ...edited]
  if (base.length === mine.length) return lineByLine({ base, mine, edited })
  // Of several blank lines the library writes one.
  const blanks = Math.max(0, blanksAtEnd(mine) - blanksAtEnd(base))
  return blanks === 0 ? edited : [...edited, ...mine.slice(-blanks)]
}

/**
 * Each line of `base` is the same line of `mine`, written in another way: those that the edit has left are
 * kept so.
 */
function lineByLine({ base, mine, edited }: Chunk): readonly string[] {
  const kept = new Map(matchLines(edited, base))
  return edited.map((line, at) => {
    const same = kept.get(at)
    return same === undefined ? line : mine[same]!
  })
}

/**
 * Where an edit and the author differ, the words are those of the edit; as many words stand where the others
 * stood.
 */
function mergedWords({ base, mine, edited }: Chunk): readonly string[] {
  if (isSame(base.map(withoutBlanks), edited.map(withoutBlanks))) return mine
  if (mine.length !== edited.length) return edited
  return edited.map((word, at) => `${/^\s*/.exec(mine[at]!)![0]}${withoutBlanks(word)}`)
}

const wordBehindRemoved = (mine: string, edited: string): string =>
  [mine, edited].some((word) => /^\s*\n/.test(word)) ? mine : edited

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

const byNumber = (matches: readonly Match[]): ReadonlyMap<number, number> => new Map(matches)
/** Texts between quotes, comments, punctuation and other words, each with the blanks before it. */
const wordsOf = (text: string): readonly string[] =>
  text.match(
    /\s*(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^']*(?:''[^']*)*'|#[^\n]*|[{}[\],:]|[^\s{}[\],]+)|\s+$/g,
  ) ?? []
const withoutBlanks = (word: string): string => word.trimStart()
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at])
