import {
  type Document,
  isDocument,
  isMap,
  isNode,
  isScalar,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml'
import { removeComponents } from './components.ts'
import { editText } from './edit-text.ts'
import { namesLinked } from './links.ts'
import { componentsOf, madeMapAt, mapAt, pairOf, removeKey, textOf } from './nodes.ts'
import { parsedDocument } from './parsed-document.ts'

export type JoinSide = 'yours' | 'theirs'

/** The texts of one pipeline file: as two people left it, and as both found it (undefined: neither did). */
export interface JoinTexts {
  readonly base: string | undefined
  readonly yours: string
  readonly theirs: string
}

/** A part of a pipeline file that is joined as a whole. */
export interface JoinPart {
  /** `settings`: all that is no component, variable or drawing. */
  readonly kind: 'component' | 'variable' | 'settings'
  readonly name: string
}

export const keyOfPart = ({ kind, name }: JoinPart): string => `${kind} ${name}`

type Path = readonly [string, string]
const COMPONENTS: Path = ['pipeline', 'components']
const asked = [
  { kind: 'component', path: COMPONENTS },
  { kind: 'variable', path: ['pipeline', 'variables'] },
] as const satisfies readonly { readonly kind: JoinPart['kind']; readonly path: Path }[]
/** Drawn parts follow their component; where both changed a note or a group it stays as they have it. */
const drawn: readonly Path[] = [
  ['design', 'components'],
  ['design', 'notes'],
  ['design', 'groups'],
]
const partPaths: readonly Path[] = [...asked.map(({ path }) => path), ...drawn]
const SETTINGS: JoinPart = { kind: 'settings', name: '' }

type Documents = { readonly base: Document | undefined } & Readonly<Record<JoinSide, Document>>

/**
 * The parts that both changed, each in its own way, and components that one removed and the other linked to;
 * undefined when a text is not one valid YAML document.
 */
export function conflictingParts(texts: JoinTexts): readonly JoinPart[] | undefined {
  const documents = read(texts)
  if (documents === undefined) return undefined
  const parts: JoinPart[] = asked.flatMap(({ kind, path }) =>
    namesAt(documents, path)
      .filter((name) => winnerOfPart(documents, path, name) === undefined)
      .map((name) => ({ kind, name })),
  )
  return winnerOf(documents, settingsOf) === undefined ? [...parts, SETTINGS] : parts
}

/**
 * The file with the changes of both, and with the chosen side of each part that both changed. Undefined where
 * a part is left open, and where the texts cannot be joined so.
 */
export function joinFiles(texts: JoinTexts, choices: ReadonlyMap<string, JoinSide>): string | undefined {
  const documents = read(texts)
  if (documents === undefined) return undefined
  const choiceOf = (part: JoinPart) => choices.get(keyOfPart(part))
  const first = winnerOf(documents, settingsOf) ?? choiceOf(SETTINGS)
  if (first === undefined) return undefined
  const moves: { path: Path; name: string; from: JoinSide }[] = []
  for (const { kind, path } of asked)
    for (const name of namesAt(documents, path)) {
      const side = winnerOfPart(documents, path, name) ?? choiceOf({ kind, name })
      if (side === undefined) return undefined
      moves.push({ path, name, from: side })
    }
  for (const path of drawn)
    for (const name of namesAt(documents, path)) {
      const choice = choiceOf({ kind: 'component', name })
      const own = isRemovedByOne(documents, name) ? choice : undefined
      moves.push({ path, name, from: own ?? winnerOfPart(documents, path, name) ?? choice ?? 'theirs' })
    }
  const others = moves.filter(({ from }) => from !== first)
  // Undefined for an alias whose anchor is in the other text: only people can join these.
  return editText(texts[first], (document) => {
    ownComments(document)
    for (const { path, name, from } of others) put(document, documents[from], path, name)
    const left = componentsOf(document)
    const names = namesAt(documents, COMPONENTS)
    removeComponents(document, new Set(names.filter((name) => left && pairOf(left, name) === undefined)))
  })
}

function read({ base, yours, theirs }: JoinTexts): Documents | undefined {
  const documents = [base ?? '', yours, theirs].map(parsedDocument)
  if (documents.some(({ errors }) => errors.length > 0)) return undefined
  for (const document of documents) ownComments(document)
  const [first, second, third] = documents
  return { base: base === undefined ? undefined : first, yours: second!, theirs: third! }
}

/**
 * The side that alone changed something, or either where both say the same; undefined where they disagree.
 */
function winnerOf(
  { base, yours, theirs }: Documents,
  plain: (document: Document | undefined) => string,
): JoinSide | undefined {
  const [was, mine, other] = [plain(base), plain(yours), plain(theirs)]
  if (mine === other || mine === was) return 'theirs'
  return other === was ? 'yours' : undefined
}

/** The same for a part; nobody wins a component that one side removed and the other linked to. */
function winnerOfPart(documents: Documents, path: Path, name: string): JoinSide | undefined {
  const isOpen = path === COMPONENTS && isRemovedByOne(documents, name) && isLinkedAnew(documents, name)
  return isOpen ? undefined : winnerOf(documents, (document) => partAt(document, path, name))
}

function isRemovedByOne({ base, yours, theirs }: Documents, name: string): boolean {
  const has = (document: Document | undefined) => partAt(document, COMPONENTS, name) !== ''
  return has(base) && has(yours) !== has(theirs)
}

/** Whether a side has a link to a component that there was none of before. */
function isLinkedAnew({ base, yours, theirs }: Documents, name: string): boolean {
  const before = new Set(linkersTo(base, name))
  return [yours, theirs].some((side) => linkersTo(side, name).some((linker) => !before.has(linker)))
}

const linkersTo = (document: Document | undefined, name: string): readonly string[] =>
  ((document && componentsOf(document)?.items) ?? [])
    .filter(({ value }) => isMap(value) && namesLinked(value).has(name))
    .map(({ key }) => textOf(key))

const namesAt = ({ base, yours, theirs }: Documents, path: Path): readonly string[] => [
  ...new Set(
    [theirs, yours, base]
      .flatMap((document) => (document && mapAt(document, path)?.items) ?? [])
      .map(({ key }) => textOf(key)),
  ),
]

/**
 * Gives the comment above the first part to that part, as those above all others are: the library has it
 * before the list.
 */
function ownComments(document: Document): void {
  for (const path of partPaths) {
    const map = mapAt(document, path)
    const key = map?.items[0]?.key
    if (!map?.commentBefore || !isScalar(key)) continue
    key.commentBefore = [map.commentBefore, key.commentBefore].filter(Boolean).join('\n')
    map.commentBefore = null
  }
}

/** What a document says in a part, with the comments there. */
function partAt(document: Document | undefined, path: Path, name: string): string {
  const map = document && mapAt(document, path)
  const pair = map && pairOf(map, name)
  if (document === undefined || pair === undefined) return ''
  const { key, value } = pair
  const nodes = [key, value].filter(isNode)
  const plain = isNode(value) ? value.toJS(document) : value
  return JSON.stringify([plain, nodes.flatMap((node) => commentsIn(node))], sorted)
}

function settingsOf(document: Document | undefined): string {
  if (document === undefined) return ''
  const { pipeline, design: _, ...rest } = Object(document.toJS()) as Record<string, unknown>
  const { components: _c, variables: _v, ...own } = Object(pipeline) as Record<string, unknown>
  const parts = new Set(partPaths.map((path) => mapAt(document, path)))
  return JSON.stringify([rest, own, commentsIn(document, parts)], sorted)
}

/** Every comment in the order of the text, but for those in the members of `without`. */
function commentsIn(root: Node | Document, without: ReadonlySet<unknown> = new Set()): string[] {
  const found = isDocument(root) ? [root.commentBefore, root.comment] : []
  visit(root, {
    Pair: (_key, _pair, path) => (without.has(path.at(-1)) ? visit.SKIP : undefined),
    Node: (_, { commentBefore, comment }) => void found.push(commentBefore ?? null, comment ?? null),
  })
  return found.filter((comment) => comment !== null)
}

/** Members in the order of their names: a file may state them in any order. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Makes a part as another document has it; a new one goes behind what it is behind there. */
function put(document: Document, from: Document, path: Path, name: string): void {
  const source = mapAt(from, path)
  const found = source && pairOf(source, name)
  if (source === undefined || found === undefined) {
    const map = mapAt(document, path)
    if (map !== undefined) removeKey(map, name)
    return
  }
  const map = madeMapAt(document, path)
  const present = map.items.findIndex(({ key }) => textOf(key) === name)
  const copy = found.clone() as Pair
  if (present >= 0) map.items[present] = copy
  else map.items.splice(placeOf(map, source, name), 0, copy)
}

function placeOf(map: YAMLMap, source: YAMLMap, name: string): number {
  const before = source.items.map(({ key }) => textOf(key))
  const near = before
    .slice(0, before.indexOf(name))
    .reverse()
    .find((one) => pairOf(map, one) !== undefined)
  return near === undefined ? 0 : map.items.findIndex(({ key }) => textOf(key) === near) + 1
}
