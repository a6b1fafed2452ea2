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

/** Files of ours that people write; what is generated says so in its first lines. */
const head = (path: string): string => readFileSync(path, 'utf8').slice(0, 300)
const sources = trackedFiles('*.ts', '*.tsx').filter((path) => !/generated/i.test(head(path)))

function cruise(folder: string): { summary: { totalCruised: number; violations: unknown[] } } {
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
  mkdirSync(join(tree, 'web'))
  mkdirSync(join(tree, 'src/lib'), { recursive: true })
  mkdirSync(join(tree, 'src/runner'), { recursive: true })
  writeFileSync(join(tree, 'src/runner/work.ts'), 'export const work = 1\n')
  writeFileSync(join(tree, 'src/lib/wrong.ts'), "export { work } from '../runner/work.ts'\n")
  writeFileSync(join(tree, 'web/wrong.ts'), "export { work } from '../src/runner/work.ts'\n")
  const report = cruise(tree)
  rmSync(tree, { recursive: true })
  expect(report.summary.violations).toMatchObject([
    { from: 'src/lib/wrong.ts', to: 'src/runner/work.ts' },
    { from: 'web/wrong.ts', to: 'src/runner/work.ts' },
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
