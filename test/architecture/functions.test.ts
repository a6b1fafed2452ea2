import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { trackedFiles } from '../support/tracked-files.ts'

const MAX_LINES = 60
/** Parsing every file takes seconds where other work shares the processors. */
const PARSE_TIMEOUT_MS = 60_000
/** In the line above a function that may be longer, followed by the reason. */
const marker = /^\s*\/\/ Over 60 lines: \S/

const isGenerated = (text: string): boolean => /generated/i.test(text.slice(0, 300))

function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

const hasBody = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** The first and the last line of a node, from 0. */
function linesOf(node: ts.Node): [first: number, last: number] {
  const source = node.getSourceFile()
  const at = (position: number) => source.getLineAndCharacterOfPosition(position).line
  return [at(node.getStart()), at(node.end)]
}

/** Lines of the functions inside a function: they are read, and counted, by themselves. */
function linesInside(node: ts.Node): number {
  let lines = 0
  ts.forEachChild(node, (child) => {
    const [first, last] = linesOf(child)
    lines += hasBody(child) ? last - first : linesInside(child)
  })
  return lines
}

/** Functions over the limit that give no reason. */
function longFunctions(path: string, text: string): string[] {
  const found: string[] = []
  const lines = text.split('\n')
  walk(parse(path, text), (node) => {
    if (!hasBody(node)) return
    const [first, last] = linesOf(node)
    const own = last - first + 1 - linesInside(node)
    if (own > MAX_LINES && !marker.test(lines[first - 1] ?? ''))
      found.push(`${path}:${first + 1}: ${own} lines`)
  })
  return found
}

/** Spreads of an object literal: its members belong into the literal around it. */
function literalSpreads(path: string, text: string): string[] {
  const found: string[] = []
  walk(parse(path, text), (node) => {
    if (!ts.isSpreadAssignment(node) || !ts.isObjectLiteralExpression(node.expression)) return
    found.push(`${path}:${linesOf(node)[0] + 1}`)
  })
  return found
}

const sources = trackedFiles('*.ts', '*.tsx')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => !isGenerated(text))

test('no function is over 60 lines without a reason', { timeout: PARSE_TIMEOUT_MS }, () => {
  expect(sources.flatMap(({ path, text }) => longFunctions(path, text))).toEqual([])
})

test('no object literal is spread into another', { timeout: PARSE_TIMEOUT_MS }, () => {
  expect(sources.flatMap(({ path, text }) => literalSpreads(path, text))).toEqual([])
})

test('finds a long function and accepts one with a reason', () => {
  const long = `function f() {\n${'  work()\n'.repeat(60)}}\n`
  expect(longFunctions('a.ts', long)).toEqual(['a.ts:1: 62 lines'])
  expect(longFunctions('a.ts', `// Over 60 lines: a table.\n${long}`)).toEqual([])
  expect(longFunctions('a.ts', `function outer() {\n${long.repeat(1)}}\n`)).toEqual(['a.ts:2: 62 lines'])
})

test('finds a spread of a literal and accepts one of a value', () => {
  const spread = '...'
  expect(literalSpreads('a.ts', `const a = { ${spread}{ b: 1 }, c: 2 }`)).toEqual(['a.ts:1'])
  expect(literalSpreads('a.ts', `const a = { ${spread}b, ${spread}(c && { d }) }`)).toEqual([])
})
