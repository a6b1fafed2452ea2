import { type Document, isMap, isScalar, isSeq, type Scalar } from 'yaml'
import { changedCode, parseTemplate } from '../expressions/template.ts'
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
  visitUses(document, from, isName, (scalar, { isScript }, renamed) => {
    if (!isScript) scalar.value = renamed(String(scalar.value), from, to)
  })
}

/** A text with a variable's other name. */
type Renamed = (text: string, from: string, to: string) => string
type Visit = (scalar: Scalar, use: VariableUse, renamed: Renamed) => void

function visitUses(document: Document, name: string, isName: NamesVariable, visit: Visit): void {
  for (const { key, value } of componentsOf(document)?.items ?? []) {
    if (!isMap(value)) continue
    const component = textOf(key)
    const type = textOf(value.get('type'))
    for (const block of ['parameters', 'postProcessing'] as const)
      eachText(value.get(block), [], (scalar, path) => {
        const text = String(scalar.value)
        const first = String(path[0] ?? '')
        const meaning =
          block === 'parameters' ? parameterMeaning(type, path, isName) : updateMeaning(path, text)
        const renamed = renamedAs[meaning]
        if (renamed(text, name, `${name}_`) === text) return
        const isScript = meaning === 'script'
        visit(scalar, { component, parameter: block === 'parameters' ? first : block, isScript }, renamed)
      })
  }
}

/** How a text says what variables it uses: `template` in each `${…}`, `code` bare as well. */
type Meaning = 'name' | 'code' | 'script' | 'template'

const renamedAs: Readonly<Record<Meaning, Renamed>> = {
  name: (text, from, to) => (text === from ? to : renamedInText(text, from, to)),
  code: (text, from, to) => renamedInCode(renamedInText(text, from, to), from, to),
  script: (text, from, to) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), () => to),
  template: renamedInText,
}

const scripts: ReadonlySet<string> = new Set(['script', 'script1'])

function parameterMeaning(type: string, path: Path, isName: NamesVariable): Meaning {
  const [parameter] = path
  if (scripts.has(String(parameter))) return 'script'
  if (type === 'if' && parameter === 'condition1') return 'code'
  return isGridReference(path) || isName(type, path) ? 'name' : 'template'
}

/**
 * Rows of post-processing are a variable and an expression, or two grids; an entry of a grid names it as
 * `variable`.
 */
function updateMeaning(path: Path, text: string): Meaning {
  const [list, , cell] = path
  if (list === 'updateScalarVariables' && cell === 1) return text.includes('${') ? 'template' : 'code'
  const isName = path.length === 3 && (list === 'updateGridVariables' || cell === 0)
  return isName || isGridReference(path) ? 'name' : 'template'
}

type Path = readonly (string | number)[]

function eachText(node: unknown, path: Path, visit: (scalar: Scalar, path: Path) => void): void {
  if (isScalar(node) && typeof node.value === 'string') visit(node, path)
  else if (isSeq(node)) for (const [at, item] of node.items.entries()) eachText(item, [...path, at], visit)
  else if (isMap(node))
    for (const { key, value } of node.items) eachText(value, [...path, textOf(key)], visit)
}

const isGridReference = (path: Path): boolean => path.at(-1) === 'variable' && path.includes('fromGrid')

/** The text with a variable's other name inside each `${…}`. Members of objects and texts in quotes stay. */
export function renamedInText(text: string, from: string, to: string): string {
  if (!text.includes('${') || !text.includes(from)) return text
  let written = ''
  let rest = text
  for (const { start, end } of expressionsOf(text)) {
    const at = text.length - rest.length
    written += text.slice(at, start) + renamedInCode(text.slice(start, end), from, to)
    rest = text.slice(end)
  }
  return written + rest
}

/** A name behind a dot is that of a member; behind three it is one of its own. */
const identifier = /((?<!\.)\.\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/gu

/** The same for code as a whole; code that is not valid stays. */
function renamedInCode(code: string, from: string, to: string): string {
  try {
    return changedCode(code, (piece) =>
      piece.replace(identifier, (whole, dot = '', word = '') => (dot === '' && word === from ? to : whole)),
    )
  } catch {
    return code
  }
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
