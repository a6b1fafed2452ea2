import type { LogLine } from './log.ts'

const levels = ['debug', 'info', 'warning', 'error'] as const
export type Level = (typeof levels)[number]

const words: Readonly<Record<string, Level>> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  NOTICE: 'info',
  WARN: 'warning',
  WARNING: 'warning',
  ERROR: 'error',
  SEVERE: 'error',
  CRITICAL: 'error',
  FATAL: 'error',
  EXCEPTION: 'error',
  Traceback: 'error',
}
/** How far into a line the level stands at most: behind an instant and the name of a logger. */
const HEAD = 60
const WORD = /\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|SEVERE|CRITICAL|FATAL|EXCEPTION|Traceback)\b/
const LOWER =
  /^\W*(?:level=)?(trace|debug|info|notice|warn|warning|error|critical|fatal)\b["\]]?\s*[:|\]\s-]/i

/**
 * The level that a line states. Logs hold what programs print, and these write their level at the beginning,
 * each in its own way: `ERROR`, `[warn]`, `level=info`, `2026-11-22 10:00:00 WARNING …`.
 */
export function levelOf(text: string): Level | undefined {
  const head = text.slice(0, HEAD)
  const word = WORD.exec(head)?.[0] ?? LOWER.exec(head)?.[1]?.toUpperCase()
  return word === undefined ? undefined : words[word]
}

/**
 * The lines of at least a level. Lines without a level that follow one of the same step belong to it, such as
 * the lines of a stack trace: indented ones, and those of the same instant.
 */
export function atLeast(lines: readonly LogLine[], least: Level | undefined): readonly LogLine[] {
  if (least === undefined) return lines
  const last = new Map<string, { readonly level: Level; readonly at: string }>()
  const rank = levels.indexOf(least)
  return lines.filter((line) => {
    const key = `${line.execution}-${line.seq}`
    const own = levelOf(line.text)
    const before = last.get(key)
    const isPart = before !== undefined && (/^\s/.test(line.text) || line.at === before.at)
    const level = own ?? (isPart ? before.level : undefined)
    if (level === undefined) last.delete(key)
    else last.set(key, { level, at: line.at })
    return level !== undefined && levels.indexOf(level) >= rank
  })
}
