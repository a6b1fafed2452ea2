import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { trackedFiles } from '../support/tracked-files.ts'
import { commentsOf } from './comments.ts'

/** What the text of a file or of its comments says, line by line. */
interface Line {
  readonly at: string
  readonly text: string
}

const files = trackedFiles()
const folders = new Set(files.flatMap((file) => parentsOf(file)))
const documents = files.filter((file) => file.endsWith('.md'))
const programs = files.filter((file) => /\.(ts|tsx|sql|css)$/.test(file) && !file.includes('generated'))

const proseOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, i) => ({ at: `${file}:${i + 1}`, text }))

const lines: readonly Line[] = [
  ...documents.flatMap(proseOf),
  ...programs.flatMap((file) =>
    commentsOf(readFileSync(file, 'utf8')).map(({ line, text }) => ({ at: `${file}:${line}`, text })),
  ),
]

function parentsOf(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...parentsOf(folder)]
}

const found = (pattern: RegExp) =>
  lines.flatMap(({ at, text }) => [...text.matchAll(pattern)].map((match) => ({ at, match })))

/**
 * A path in the repository: it names a folder of the tree or a file by its ending. `<type>`, `NNNN` and `*`
 * match anything.
 */
const PATH = /`((?:\.?[\w<>*-]+\/)*[\w<>*.-]+(?:\.(?:ts|tsx|sql|md|cjs|mjs|json|yaml|yml|css)|\/))`/g
const SECTION = /\b([\w-]+\.md) §§?([\d.]*\d)/g
const QUOTED_SECTION = /[Ss]pecification(?:'s|,)? \(?["“]([^"”]+)["”]/g
const LINK = /\]\(([^)\s]+)\)/g

/** Files that users write, that an installation keeps, that Git knows: they exist elsewhere. */
const ELSEWHERE =
  /^(\.headrace\/|\.matillion\/|admin-credentials\.json|headrace\.json|dbt_project\.yml|warehouse\/|files\/|refs\/|node_modules\/|\.\/|\*\.|.*\.(orch|tran|test)\.ya?ml)/

function exists(path: string, from: string): boolean {
  const pattern = path.replace(/\/$/, '').replaceAll(/[.+^$()|[\]\\{}]/g, '\\$&')
  const wanted = new RegExp(`(^|/)${pattern.replaceAll(/<[\w-]+>|NNNN|\*+/g, '[^/]+')}$`)
  if (path.endsWith('/')) return [...folders].some((folder) => wanted.test(folder))
  return files.some((file) => wanted.test(file)) || files.includes(normalize(join(dirname(from), path)))
}

test('every path in backticks is a file or a folder of this repository', () => {
  const paths = found(PATH).filter(({ match }) => !ELSEWHERE.test(match[1]!))
  expect(paths.length).toBeGreaterThan(100)
  const wrong = paths.filter(({ at, match }) => !exists(match[1]!, at.split(':')[0]!))
  expect(wrong.map(({ at, match }) => `${at} ${match[1]}`)).toEqual([])
})

test('every cited section of a document exists', () => {
  const citations = found(SECTION)
  expect(citations.length).toBeGreaterThan(100)
  const wrong = citations.filter(({ match }) => !hasSection(match[1]!, match[2]!))
  expect(wrong.map(({ at, match }) => `${at} ${match[0]}`)).toEqual([])
})

test('every part of the specification that is named in quotes is a heading of it', () => {
  const headings = headingsOf('docs/reference/specification.md').join('\n')
  const named = found(QUOTED_SECTION)
  expect(named.length).toBeGreaterThan(10)
  const wrong = named.filter(({ match }) => !headings.includes(match[1]!))
  expect(wrong.map(({ at, match }) => `${at} ${match[1]}`)).toEqual([])
})

test('every link of a document leads somewhere', () => {
  // What a component documents becomes part of the generated reference, whose links are looked at there.
  const pages = documents.filter((document) => !document.endsWith('/documentation.md'))
  const wrong = pages.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(LINK)]
      .map((match) => match[1]!)
      .filter((link) => !/^(https?:|mailto:)/.test(link) && !leadsSomewhere(document, link))
      .map((link) => `${document} ${link}`),
  )
  expect(wrong).toEqual([])
})

/** `§2.7` is the seventh numbered item below the heading `## 2.`; `§2` is the heading. */
function hasSection(name: string, section: string): boolean {
  const document = documents.find((file) => file === name || file.endsWith(`/${name}`))
  if (document === undefined) return false
  const [chapter, item] = section.split('.')
  const text = readFileSync(document, 'utf8')
  const body = text.split(/^## /m).find((part) => part.startsWith(`${chapter}.`))
  if (body === undefined) return false
  return item === undefined || new RegExp(`^${item}\\. `, 'm').test(body)
}

const headingsOf = (document: string): string[] =>
  readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('#'))

/** GitHub's anchor of a heading: lower case, blanks to hyphens, no other punctuation. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target =
    path === '' ? document : normalize(join(dirname(document), decodeURI(path))).replace(/\/$/, '')
  if (!files.includes(target)) return anchor === undefined && folders.has(target)
  return anchor === undefined || headingsOf(target).some((heading) => anchorOf(heading) === anchor)
}
