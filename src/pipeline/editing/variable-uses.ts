import { type Document, isMap, isScalar, isSeq, type Scalar } from 'yaml'
import { parseTemplate } from '../expressions/template.ts'
import { componentsOf, textOf } from './nodes.ts'

/** Where a component names a variable. */
export interface VariableUse {
  readonly component: string
  /** The parameter, or `postProcessing`. */
  readonly parameter: string
  /** A script may mean something else by the word, so it is pointed out and never changed. */
  readonly isScript: boolean
}

/** Whether a text of a component is the name of a variable: `path` leads to it from its parameters. */
export type NamesVariable = (type: string, path: readonly (string | number)[]) => boolean

/** Every place in a file that uses a variable, one for each parameter. */
export function usesOf(document: Document, name: string, isName: NamesVariable): readonly VariableUse[] {
  const found = new Map<string, VariableUse>()
  visitUses(document, name, isName, (_, use) =>
    found.set(JSON.stringify([use.component, use.parameter]), use),
  )
  return [...found.values()]
}

/** Makes every use of a variable say another name, but for scripts. */
export function renameUses(document: Document, from: string, to: string, isName: NamesVariable): void {
  visitUses(document, from, isName, (scalar, { isScript }, isWhole) => {
    if (isScript) return
    scalar.value = isWhole ? to : renamedInText(String(scalar.value), from, to)
  })
}

type Visit = (scalar: Scalar, use: VariableUse, isWhole: boolean) => void

const scripts: ReadonlySet<string> = new Set(['script', 'script1'])

function visitUses(document: Document, name: string, isName: NamesVariable, visit: Visit): void {
  for (const { key, value } of componentsOf(document)?.items ?? []) {
    if (!isMap(value)) continue
    const component = textOf(key)
    const type = textOf(value.get('type'))
    for (const block of ['parameters', 'postProcessing'] as const)
      eachText(value.get(block), [], (scalar, path) => {
        const text = String(scalar.value)
        const first = String(path[0] ?? '')
        const isScript = block === 'parameters' && scripts.has(first)
        const use = { component, parameter: block === 'parameters' ? first : block, isScript }
        if (isScript) {
          if (new RegExp(`\\b${name}\\b`).test(text)) visit(scalar, use, false)
          return
        }
        const isWhole =
          text === name &&
          (isGridReference(path) || (block === 'parameters' ? isName(type, path) : isUpdated(path)))
        if (isWhole || renamedInText(text, name, `${name}_`) !== text) visit(scalar, use, isWhole)
      })
  }
}

type Path = readonly (string | number)[]

function eachText(node: unknown, path: Path, visit: (scalar: Scalar, path: Path) => void): void {
  if (isScalar(node) && typeof node.value === 'string') visit(node, path)
  else if (isSeq(node)) for (const [at, item] of node.items.entries()) eachText(item, [...path, at], visit)
  else if (isMap(node))
    for (const { key, value } of node.items) eachText(value, [...path, textOf(key)], visit)
}

const isGridReference = (path: Path): boolean => path.at(-1) === 'variable' && path.includes('fromGrid')

/** The variable that post-processing updates: the first cell of a row, or the name of a grid. */
const isUpdated = (path: Path): boolean =>
  (path[0] === 'updateScalarVariables' && path.length === 3 && path[2] === 0) ||
  (path[0] === 'updateGridVariables' && path.at(-1) === 'variable')

const identifier = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\.\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/gu

/** The text with a variable's other name inside each `${…}`. Members of objects and texts in quotes stay. */
export function renamedInText(text: string, from: string, to: string): string {
  if (!text.includes('${') || !text.includes(from)) return text
  let written = ''
  let rest = text
  for (const { start, end } of expressionsOf(text)) {
    const at = text.length - rest.length
    const code = text
      .slice(start, end)
      .replace(identifier, (whole, quoted, dot = '', word = '') =>
        quoted === undefined && dot === '' && word === from ? to : whole,
      )
    written += text.slice(at, start) + code
    rest = text.slice(end)
  }
  return written + rest
}

interface Span {
  readonly start: number
  readonly end: number
}

/** Where the code inside each `${…}` is; of a text that is not valid none. */
function expressionsOf(text: string): readonly Span[] {
  try {
    const spans: Span[] = []
    let at = 0
    for (const part of parseTemplate(text)) {
      if (part.kind === 'text') {
        at += part.text.length
        continue
      }
      const start = at + 2
      const end = text.indexOf('}', text.indexOf(part.expression, start) + part.expression.length)
      spans.push({ start, end })
      at = end + 1
    }
    return spans
  } catch {
    return []
  }
}
