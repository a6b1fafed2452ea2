import { ExpressionError, quoteExpression } from './expression-error.ts'

/** A piece of a template. `path` is set when the expression is a plain name, which needs no engine. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: string; readonly path: readonly string[] | undefined }

/** Splits a text at its `${…}` (pipelines.md §3). Throws ExpressionError when one has no end. */
export function parseTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let position = 0
  for (;;) {
    const open = template.indexOf('${', position)
    if (open > position || (open < 0 && position < template.length)) {
      parts.push({ kind: 'text', text: template.slice(position, open < 0 ? undefined : open) })
    }
    if (open < 0) return parts
    const close = endOfCode(template, open + 2)
    if (template[close] !== '}') {
      throw new ExpressionError(`${quoteExpression(template.slice(open))} has no closing "}"; add it`)
    }
    const expression = template.slice(open + 2, close).trim()
    if (expression === '')
      throw new ExpressionError('"${}" is empty; write a variable or an expression in it')
    parts.push({ kind: 'expression', expression, path: plainPath(expression) })
    position = close + 1
  }
}

/** The expression of a text that is exactly one `${…}`, otherwise undefined. */
export function soleExpression(template: string): string | undefined {
  const parts = parseTemplate(template.trim())
  const [only] = parts
  return parts.length === 1 && only?.kind === 'expression' ? only.expression : undefined
}

/**
 * Whether every bracket that the code closes it has opened, so that it cannot leave parentheses put around
 * it.
 */
export const isSelfContained = (code: string): boolean => endOfCode(code, 0) === code.length

/**
 * The code with `change` applied to what is code in it: strings, comments, regular expressions and the texts
 * of template literals stay. Throws ExpressionError where that cannot be told, as of an unclosed bracket.
 */
export function changedCode(code: string, change: (piece: string) => string): string {
  if (!isSelfContained(code)) throw new ExpressionError(`${quoteExpression(code)} has unmatched brackets`)
  let written = ''
  let from = 0
  for (let at = 0; at < code.length; at++) {
    const last = endOfLiteral(code, at, 0, 0)
    if (last === at) continue
    const literal = code.slice(at, last + 1)
    written += change(code.slice(from, at)) + (code[at] === '`' ? changedLiteral(literal, change) : literal)
    from = last + 1
    at = last
  }
  return written + change(code.slice(from))
}

/** A template literal with `change` applied to the code in each of its `${…}`. */
function changedLiteral(literal: string, change: (piece: string) => string): string {
  let written = ''
  let from = 0
  for (let at = 0; at < literal.length; at++) {
    if (literal[at] === '\\') at++
    else if (literal.startsWith('${', at)) {
      const close = endOfCode(literal, at + 2)
      written += literal.slice(from, at + 2) + changedCode(literal.slice(at + 2, close), change)
      from = close
      at = close
    }
  }
  return written + literal.slice(from)
}

/** A piece of code: `isTemplate` when it is a text or a comment, whose `${…}` are values and no code. */
export interface CodePiece {
  readonly text: string
  readonly isTemplate: boolean
}

/**
 * Code with `${…}` in it, as pieces that together are the code; outside of texts each is its expression in
 * parentheses.
 */
export function piecesOfCode(code: string): readonly CodePiece[] {
  const pieces: CodePiece[] = []
  let plain = ''
  for (let at = 0; at < code.length; at++) {
    if (code.startsWith('${', at)) {
      const close = endOfCode(code, at + 2)
      plain += `(${code.slice(at + 2, close)})`
      at = close
      continue
    }
    const isQuote = code[at] === '"' || code[at] === "'"
    const last = isQuote ? endOfTemplateString(code, at) : endOfLiteral(code, at, 0, 0)
    if (last === at) {
      plain += code[at]
      continue
    }
    pieces.push({ text: plain, isTemplate: false }, { text: code.slice(at, last + 1), isTemplate: true })
    plain = ''
    at = last
  }
  return [...pieces, { text: plain, isTemplate: false }]
}

/** A text in quotes that its own `${…}` do not end, whatever is quoted in them. */
function endOfTemplateString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\') next++
    else if (text.startsWith('${', next)) next = endOfCode(text, next + 2)
    else if (text[next] === text[at]) return next
  }
  return text.length
}

const plainName = /^[A-Za-z_]\w*$/
const systemPath = /^sysvar(?:\.[A-Za-z_]\w*)+$/
const literals = new Set(['true', 'false', 'null', 'undefined', 'this', 'NaN', 'Infinity', 'sysvar'])

/** `["name"]` or `["sysvar", "a", "b"]`; undefined for everything that needs the engine. */
export function plainPath(expression: string): readonly string[] | undefined {
  if (plainName.test(expression)) return literals.has(expression) ? undefined : [expression]
  return systemPath.test(expression) ? expression.split('.') : undefined
}

/** Finding the end of an expression can cost the square of its length. */
const MAX_EXPRESSION_CHARACTERS = 100_000

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' }

/**
 * Where JavaScript that begins at `start` ends: at the first closing bracket it has not opened, or at the end
 * of the text. Strings, template literals, comments and regular expressions are passed over whole.
 */
function endOfCode(text: string, start: number, nested = 0): number {
  const open: string[] = []
  for (let at = start; at < text.length; at++) {
    if (at - start > MAX_EXPRESSION_CHARACTERS) {
      throw new ExpressionError(
        `An expression is longer than ${MAX_EXPRESSION_CHARACTERS} characters; use a script`,
      )
    }
    const character = text[at]!
    const closer = closers[character]
    if (closer !== undefined) open.push(closer)
    else if (character === '}' || character === ')' || character === ']') {
      if (open.length === 0) return at
      if (open.pop() !== character) return text.length + 1
    } else {
      at = endOfLiteral(text, at, start, nested)
    }
  }
  return open.length === 0 ? text.length : text.length + 1
}

/** The last position of the literal or comment that begins at `at`, or `at` itself when none does. */
function endOfLiteral(text: string, at: number, start: number, nested: number): number {
  const character = text[at]
  if (character === '"' || character === "'") return endOfString(text, at)
  if (character === '`') return endOfTemplateLiteral(text, at, nested + 1)
  if (character !== '/') return at
  if (text[at + 1] === '*') return endOr(text, text.indexOf('*/', at + 2), 1)
  if (text[at + 1] === '/') return endOr(text, text.indexOf('\n', at), 0)
  return beginsRegularExpression(text, start, at) ? endOfRegularExpression(text, at) : at
}

const endOr = (text: string, found: number, more: number): number => (found < 0 ? text.length : found + more)

function endOfString(text: string, at: number): number {
  const quote = text[at]
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\') next++
    else if (text[next] === quote) return next
  }
  return text.length
}

/** Each calls this function once more. */
const MAX_NESTED_LITERALS = 100

function endOfTemplateLiteral(text: string, at: number, nested: number): number {
  if (nested > MAX_NESTED_LITERALS)
    throw new ExpressionError(`An expression has more than ${MAX_NESTED_LITERALS} nested template literals`)
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === '\\') next++
    else if (text[next] === '`') return next
    else if (text[next] === '$' && text[next + 1] === '{') next = endOfCode(text, next + 2, nested)
  }
  return text.length
}

const MAX_REGULAR_EXPRESSION_CHARACTERS = 1_000

function endOfRegularExpression(text: string, at: number): number {
  let inClass = false
  const last = Math.min(text.length, at + MAX_REGULAR_EXPRESSION_CHARACTERS)
  for (let next = at + 1; next < last && text[next] !== '\n'; next++) {
    if (text[next] === '\\') next++
    else if (text[next] === '[') inClass = true
    else if (text[next] === ']') inClass = false
    else if (text[next] === '/' && !inClass) return next
  }
  return at
}

/** After a value a slash divides; after an operator or at the beginning it opens a regular expression. */
function beginsRegularExpression(text: string, start: number, slash: number): boolean {
  let end = slash
  while (end > start && text[end - 1]!.trim() === '') end--
  // Only as much as the longest word needs: a look at everything before every slash would be quadratic.
  const code = text.slice(Math.max(start, end - LONGEST_WORD), end)
  return code === '' || /(?:[([{,;=:!&|?+\-*%~^<>]|\b(?:return|typeof|in|of|void))$/.test(code)
}

/** One more than `return` and `typeof`, so that the character before the word is seen. */
const LONGEST_WORD = 7
