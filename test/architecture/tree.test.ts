import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { trackedFiles } from '../support/tracked-files.ts'

/** Hand-written files; generated ones say so in their first lines. */
const head = (path: string): string => readFileSync(path, 'utf8').slice(0, 300)
const sources = trackedFiles('*.ts', '*.tsx').filter((path) => !/generated/i.test(head(path)))

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

function cruise(folder: string): { summary: { totalCruised: number; violations: Violation[] } } {
  const args = ['src', 'web', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const program = resolve('node_modules/.bin/depcruise')
  const { stdout } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
  return JSON.parse(stdout)
}

/** Reading every file takes seconds where other work shares the processors. */
const CRUISE_TIMEOUT_MS = 60_000

const lengths = sources.map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length - 1 }))

test('no file is over 400 lines and the median is at most 120', () => {
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([])
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(120)
})

/**
 * As wide as code, which the formatter sees to. What an address or a rule of the linter says cannot be
 * broken.
 */
const isTooWide = (line: string) =>
  line.length > 110 && /^\s*(\/\/|\/?\*[* /])/.test(line) && !/biome-ignore|https?:\/\/\S{60}/.test(line)

test('no comment is wider than code', () => {
  const wide = sources.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) => (isTooWide(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(wide).toEqual([])
})

const readsAll =
  'the layer checker reads our files and finds nothing (0 modules would also be "no violations")'

test(readsAll, { timeout: CRUISE_TIMEOUT_MS }, () => {
  const report = cruise('.')
  const ours = sources.filter((path) => /^(src|web)\//.test(path))
  expect(report.summary.totalCruised).toBeGreaterThanOrEqual(ours.length)
  expect(report.summary.violations).toEqual([])
})

test('the layer checker sees a forbidden import', { timeout: CRUISE_TIMEOUT_MS }, () => {
  const tree = mkdtempSync(join(tmpdir(), 'headrace-layers-'))
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) copyFileSync(file, join(tree, file))
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'))
  const things = 'src/features/things'
  const files = {
    'src/runner/work.ts': 'export const work = 1',
    'src/lib/wrong.ts': "export { work } from '../runner/work.ts'",
    'web/wrong.ts': "export { work } from '../src/runner/work.ts'",
    'src/components/writer/store.ts': "import pg from 'pg'\nexport const pool = pg.Pool",
    [`${things}/slice.ts`]: 'export const slice = 1',
    [`${things}/part-store.ts`]: "import pg from 'pg'\nexport const pool = pg.Pool",
    [`${things}/part-routes.ts`]: "export { pool } from './part-store.ts'",
    [`${things}/part-rules.ts`]: "export { readFileSync } from 'node:fs'",
    'src/cli/wrong.ts': "export { slice } from '../features/things/slice.ts'",
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(tree, path, '..'), { recursive: true })
    writeFileSync(join(tree, path), `${content}\n`)
  }
  const report = cruise(tree)
  rmSync(tree, { recursive: true })
  const found = report.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)
  expect(found.map((line) => line.replace(/ -> .*node_modules\/(\w+)\/.*/, ' -> $1')).sort()).toEqual([
    'a-slice-is-wired-by-roles-alone: src/cli/wrong.ts -> src/features/things/slice.ts',
    'kysely-has-its-place: src/components/writer/store.ts -> pg',
    'routes-never-reach-the-store: src/features/things/part-routes.ts -> src/features/things/part-store.ts',
    'rules-and-states-are-pure: src/features/things/part-rules.ts -> fs',
    'src-lib-may-use-only-itself: src/lib/wrong.ts -> src/runner/work.ts',
    'web-may-use-only-pipeline/: web/wrong.ts -> src/runner/work.ts',
  ])
})

/** Written so that this file, which is read like every other, holds none of what it looks for. */
const hatches = [
  /[:<]\s*any\b/,
  /\bas\s+any\b/,
  /[,|]\s*any\s*[>|;]/,
  /@ts-(ignore|nocheck)/,
  /\.(skip|only)(\.each)?[(`]/,
  /\b(TO[D]O|FIX[M]E)\b/,
]
const isHatch = (line: string): boolean => hatches.some((hatch) => hatch.test(line))

test('components quote texts as the database of the environment reads them', () => {
  const own = ['src/components/common/file-load/parquet.ts'] // reads a file with an engine of its own
  const standard = sources.filter(
    (path) =>
      /^src\/components\/(?!.*(\.test\.ts$|\/testing\/))/.test(path) &&
      /import \{[^}]*\bquoteText\b[^}]*\} from '[./]*\/warehouses\/sql-text\.ts'/.test(
        readFileSync(path, 'utf8'),
      ),
  )
  expect(standard).toEqual(own)
})

test('no escape hatch', () => {
  const found = sources
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line, i) => ({ place: `${path}:${i + 1}`, line })),
    )
    .filter(({ line }) => isHatch(line))
  expect(found).toEqual([])
})

/**
 * A module that is replaced in one file would be replaced, or not be, in those that its worker runs later.
 */
test('no file whose modules others share replaces a module', () => {
  const sharing = sources.filter((path) => path.startsWith('test/web/'))
  expect(sharing.length).toBeGreaterThan(50)
  const replaces = /\bvi\.(mock|doMock)\(/
  expect(sharing.filter((path) => replaces.test(readFileSync(path, 'utf8')))).toEqual([])
})

test.each([
  ['const x: ', 'any'],
  ['const x:', 'any = 1'],
  ['x as ', 'any'],
  ['new Map<', 'any>()'],
  ['new Map<', 'any, string>()'],
  ['new Map<string, ', 'any>()'],
  ['// @ts-', 'ignore'],
  ['// @ts-', 'nocheck'],
  ['test.', "skip('x')"],
  ['test.', "only('x')"],
  ['test.', 'only.each([])'],
  ['// TO', 'DO'],
  ['// FIX', 'ME later'],
])('an escape hatch is seen: %s and %s', (beginning, end) => {
  expect(isHatch(beginning + end)).toBe(true)
})

test('every runtime dependency has its reason in docs/dependencies.md, and nothing else is listed', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  const used = [
    ...Object.keys(manifest['dependencies']!),
    ...Object.keys(manifest['optionalDependencies']!),
  ].sort()
  const explained = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| `([^`]+)` \|/gm)].map(
    (row) => row[1]!,
  )
  expect(explained.sort()).toEqual(used)
})
