import { Composer, type Document, Lexer, type LineCounter, Parser, YAMLParseError } from 'yaml'

/** Nested blocks and lists. */
export const MAX_DEPTH = 100
/** Words, marks and line ends of one file. Files of this size that people write have half of it. */
const MAX_TOKENS = 600_000

/** A well-formed or broken file that is refused because reading it would cost too much. */
export class FileLimitError extends Error {
  override readonly name = 'FileLimitError'
  /** Where the limit was passed, from 1. */
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

export const tooDeep = `The file is nested deeper than ${MAX_DEPTH} levels`

/**
 * The syntax tree of one YAML document, with what is wrong in `errors`. Throws `FileLimitError` at the first
 * token beyond a limit: the tokens are counted one by one while the tree grows, so a hostile file costs as
 * much as what stands before that token.
 */
export function composeYaml(text: string, lineCounter: LineCounter): Document.Parsed {
  const composer = new Composer({
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false, // the library compares every key with every other; the reader finds repeats in one pass
    logLevel: 'error',
  })
  let first: Document.Parsed | undefined
  for (const document of composer.compose(treeTokens(text, lineCounter), true, text.length)) {
    if (first !== undefined) {
      const [begin, end] = document.range
      const message = 'The file contains more than one document'
      first.errors.push(new YAMLParseError([begin, end], 'MULTIPLE_DOCS', message))
      break
    }
    first = document
  }
  return first! // the composer makes a document of an empty text too
}

/** What the library's parser makes of the text, as long as it stays within the limits. */
function* treeTokens(text: string, lineCounter: LineCounter) {
  const parser = new Parser(lineCounter.addNewLine)
  lineCounter.addNewLine(0)
  let tokens = 0
  for (const token of new Lexer().lex(text)) {
    yield* parser.next(token)
    if (++tokens > MAX_TOKENS) {
      throw new FileLimitError(
        `The file has more than ${MAX_TOKENS} tokens`,
        lineAt(lineCounter, parser.offset),
      )
    }
    // The document, then a node for each level; what is refused too late here is refused when it is read.
    if (parser.stack.length > MAX_DEPTH + 3)
      throw new FileLimitError(tooDeep, lineAt(lineCounter, parser.offset))
  }
  yield* parser.end()
}

export const lineAt = (lineCounter: LineCounter, offset: number): number =>
  Math.max(1, lineCounter.linePos(offset).line)
