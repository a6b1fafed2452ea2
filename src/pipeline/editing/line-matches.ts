/** A line of one text and the same line of another, by their numbers from 0. */
export type Match = readonly [number, number]

/**
 * Gaps with no line of their own are compared line by line up to this many pairs; larger ones count as
 * replaced.
 */
const MAX_PAIRS = 250_000

interface Span {
  readonly fromA: number
  readonly toA: number
  readonly fromB: number
  readonly toB: number
}

/**
 * The lines that two texts have in common, in order. Lines that occur once in both hold the rest apart (the
 * "patience" method), so that a long file costs little more than reading it.
 */
export function matchLines(a: readonly string[], b: readonly string[]): readonly Match[] {
  const found: Match[] = []
  const waiting: Span[] = [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }]
  while (waiting.length > 0) {
    const { span, equal } = withoutEnds(a, b, waiting.pop()!)
    found.push(...equal)
    if (span.fromA === span.toA || span.fromB === span.toB) continue
    const anchors = rising(linesOfBoth(a, b, span))
    if (anchors.length === 0) found.push(...longestCommon(a, b, span))
    else waiting.push(...between(anchors, span))
  }
  return found.sort(([one], [other]) => one - other)
}

/** The equal lines at both ends of a span, and what is left of it. */
function withoutEnds(a: readonly string[], b: readonly string[], span: Span) {
  const equal: Match[] = []
  let { fromA, toA, fromB, toB } = span
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) equal.push([fromA++, fromB++])
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) equal.push([--toA, --toB])
  return { span: { fromA, toA, fromB, toB }, equal }
}

/** Lines that occur once on each side of a span, in the order of `a`. */
function linesOfBoth(a: readonly string[], b: readonly string[], span: Span): Match[] {
  const once = (lines: readonly string[], from: number, to: number) => {
    const places = new Map<string, number>()
    for (let at = from; at < to; at += 1) places.set(lines[at]!, places.has(lines[at]!) ? -1 : at)
    return places
  }
  const placesOfB = once(b, span.fromB, span.toB)
  return [...once(a, span.fromA, span.toA)].flatMap(([line, at]): Match[] => {
    const other = placesOfB.get(line) ?? -1
    return at < 0 || other < 0 ? [] : [[at, other]]
  })
}

/** The longest part of `matches` that rises on both sides. */
function rising(matches: readonly Match[]): Match[] {
  const tails: number[] = []
  const before = new Array<number>(matches.length).fill(-1)
  for (const [index, match] of matches.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (matches[tails[middle]!]![1] < match[1]) low = middle + 1
      else high = middle
    }
    if (low > 0) before[index] = tails[low - 1]!
    tails[low] = index
  }
  const chain: Match[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(matches[at]!)
  return chain.reverse()
}

/**
 * The spans before, between and behind anchors; an anchor begins the span behind it, whose ends are taken
 * off.
 */
function between(anchors: readonly Match[], { fromA, toA, fromB, toB }: Span): Span[] {
  const starts: Match[] = [[fromA, fromB], ...anchors]
  return starts.map(([a, b], at) => {
    const [nextA, nextB] = anchors[at] ?? [toA, toB]
    return { fromA: a, toA: nextA, fromB: b, toB: nextB }
  })
}

function longestCommon(a: readonly string[], b: readonly string[], span: Span): Match[] {
  const { fromA, toA, fromB, toB } = span
  const [rows, columns] = [toA - fromA, toB - fromB]
  if (rows * columns > MAX_PAIRS) return []
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[fromA + row] === b[fromB + column]
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!)
  const found: Match[] = []
  let row = 0
  let column = 0
  while (row < rows && column < columns) {
    if (a[fromA + row] === b[fromB + column]) found.push([fromA + row++, fromB + column++])
    else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row += 1
    else column += 1
  }
  return found
}
