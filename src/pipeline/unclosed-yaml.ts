import { CST, Lexer } from 'yaml'

/** A bracket or a quoted text that has no end, or an end that belongs to nothing. */
export interface Unclosed {
  /** Where it begins, as an offset in the text. */
  readonly offset: number
  readonly message: string
}

interface Opening {
  readonly bracket: '[' | '{'
  readonly offset: number
}

const closing = { '[': ']', '{': '}' } as const

/**
 * What is opened and never closed in a text that is not valid YAML, where it was opened: the parser itself
 * notices it only where the next block begins, which may be many lines further down. `lineOf` gives the line
 * of an offset.
 */
export function findUnclosed(text: string, lineOf: (offset: number) => number): readonly Unclosed[] {
  const found: Unclosed[] = []
  const open: Opening[] = []
  const unclosed = ({ bracket, offset }: Opening, why: string) =>
    found.push({ offset, message: `The "${bracket}" is never closed: ${why}` })

  for (const { source, offset } of marksOf(text)) {
    const first = source[0]
    if (source === '[' || source === '{') open.push({ bracket: source, offset })
    else if (source === ']' || source === '}') {
      const at = open.findLastIndex(({ bracket }) => closing[bracket] === source)
      if (at === -1) found.push({ offset, message: `The "${source}" closes nothing: no bracket is open` })
      else {
        const [{ offset: from }, ...inner] = open.splice(at) as [Opening, ...Opening[]]
        const why = `the "${source}" of line ${lineOf(offset)} closes the bracket of line ${lineOf(from)}`
        for (const one of inner) unclosed(one, why)
      }
    } else if (source === CST.FLOW_END) {
      const line = lineOf(offset)
      const where = offset >= text.length ? 'the file ends' : `line ${line} begins`
      for (const one of open.splice(0)) unclosed(one, `${where} before its "${closing[one.bracket]}"`)
    } else if ((first === '"' || first === "'") && !endsWithQuote(source, first)) {
      found.push({ offset, message: `The text that begins with ${first} here has no closing ${first}` })
    }
  }
  return found
}

/**
 * The marks and quoted texts with where they begin. Plain texts and the bodies of block texts are left out.
 */
function* marksOf(text: string): Generator<{ readonly source: string; readonly offset: number }> {
  let offset = 0
  let isPlain = false
  for (const source of new Lexer().lex(text)) {
    if (isPlain) isPlain = false
    else if (source === CST.SCALAR) {
      isPlain = true
      continue // a mark of the lexer, which is not in the text
    } else if (source === CST.DOCUMENT) continue
    else yield { source, offset }
    if (source !== CST.FLOW_END) offset += source.length
  }
}

function endsWithQuote(source: string, quote: '"' | "'"): boolean {
  if (source.length < 2 || !source.endsWith(quote)) return false
  if (quote === "'") return true
  const [escapes = ''] = /\\*$/.exec(source.slice(0, -1)) ?? []
  return escapes.length % 2 === 0
}
