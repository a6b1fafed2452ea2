import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { trackedFiles } from '../support/tracked-files.ts'

const MAX_LINES = 60
/** Parsing every file takes seconds where other work shares the processors. */
const PARSE_TIMEOUT_MS = 120_000
/** In the line above a function that may be longer, followed by the reason. */
const marker = /^\s*\/\/ Over 60 lines: \S/

const isGenerated = (text: string): boolean => /generated/i.test(text.slice(0, 300))

function parse(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

const hasBody = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** The first and the last line of a node, from 0. */
function linesOf(node: ts.Node, source: ts.SourceFile): [first: number, last: number] {
  const at = (position: number) => source.getLineAndCharacterOfPosition(position).line
  return [at(node.getStart(source)), at(node.end)]
}

/** Lines of the functions inside a function: they are read, and counted, by themselves. */
function linesInside(node: ts.Node, source: ts.SourceFile): number {
  let lines = 0
  ts.forEachChild(node, (child) => {
    if (!hasBody(child)) {
      lines += linesInside(child, source)
      return
    }
    const [first, last] = linesOf(child, source)
    lines += last - first
  })
  return lines
}

/** Functions over the limit that give no reason. */
function longFunctions(source: ts.SourceFile): string[] {
  const found: string[] = []
  const lines = source.text.split('\n')
  walk(source, (node) => {
    if (!hasBody(node)) return
    const [first, last] = linesOf(node, source)
    const all = last - first + 1
    if (all <= MAX_LINES) return
    const own = all - linesInside(node, source)
    if (own > MAX_LINES && !marker.test(lines[first - 1] ?? ''))
      found.push(`${source.fileName}:${first + 1}: ${own} lines`)
  })
  return found
}

/** Spreads of an object literal: its members belong into the literal around it. */
function literalSpreads(source: ts.SourceFile): string[] {
  const found: string[] = []
  walk(source, (node) => {
    if (!ts.isSpreadAssignment(node) || !ts.isObjectLiteralExpression(node.expression)) return
    found.push(`${source.fileName}:${linesOf(node, source)[0] + 1}`)
  })
  return found
}

const found = { long: [] as string[], spreads: [] as string[] }

beforeAll(() => {
  for (const path of trackedFiles('*.ts', '*.tsx')) {
    const text = readFileSync(path, 'utf8')
    if (isGenerated(text)) continue
    const source = parse(path, text)
    found.long.push(...longFunctions(source))
    found.spreads.push(...literalSpreads(source))
  }
}, PARSE_TIMEOUT_MS)

test('no function is over 60 lines without a reason', () => expect(found.long).toEqual([]))
test('no object literal is spread into another', () => expect(found.spreads).toEqual([]))

test('finds a long function and accepts one with a reason', () => {
  const long = `function f() {\n${'  work()\n'.repeat(60)}}\n`
  expect(longFunctions(parse('a.ts', long))).toEqual(['a.ts:1: 62 lines'])
  expect(longFunctions(parse('a.ts', `// Over 60 lines: a table.\n${long}`))).toEqual([])
  expect(longFunctions(parse('a.ts', `function outer() {\n${long}}\n`))).toEqual(['a.ts:2: 62 lines'])
})

test('finds a spread of a literal and accepts one of a value', () => {
  const spread = '...'
  expect(literalSpreads(parse('a.ts', `const a = { ${spread}{ b: 1 }, c: 2 }`))).toEqual(['a.ts:1'])
  expect(literalSpreads(parse('a.ts', `const a = { ${spread}b, ${spread}(c && { d }) }`))).toEqual([])
})
