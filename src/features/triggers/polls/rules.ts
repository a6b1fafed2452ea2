import { createHash } from 'node:crypto'
import type { TriggerCondition } from '../schema.ts'

/** What a runner saw when it looked. */
export interface Look {
  /** Of SQL: the first row; undefined when there is none. */
  readonly row?: readonly { readonly name: string; readonly value: string | null }[] | undefined
  /** Of a folder. */
  readonly files?: readonly SeenFile[] | undefined
}

export interface SeenFile {
  readonly name: string
  readonly bytes: number
  readonly version: string
  readonly modified?: string | undefined
}

/** What a trigger remembers of what it saw. */
export interface Seen {
  /** Of SQL: the cell, and how often it counted. */
  readonly value?: string | null
  readonly count?: number
  /** Of a folder: versions by name; `growing` may still be written. */
  readonly files?: Readonly<Record<string, string>>
  /**
   * When those were written: a store may name versions after the content. Earlier servers did not keep it.
   */
  readonly modified?: Readonly<Record<string, string>>
  readonly growing?: Readonly<Record<string, string>>
}

/** Something that starts the trigger. */
export interface Cause {
  readonly cause: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface Judged {
  readonly seen: Seen
  readonly causes: readonly Cause[]
  /** Whether to look again soon, because something may not be complete. */
  readonly isUnsettled: boolean
}

/**
 * What a look means after what was seen before; undefined: nothing was, and what is there now starts nothing,
 * except a condition that is true already. `isAtomic`: files appear complete, as in object stores. `version`
 * is of the trigger.
 */
export function judge(
  { condition, version }: { readonly condition: TriggerCondition; readonly version: number },
  before: Seen | undefined,
  look: Look,
  isAtomic: boolean,
): Judged {
  return condition.type === 'SQL'
    ? judgeCell(condition, version, before, look)
    : judgeFiles(before, look, isAtomic)
}

/** Whether a cell counts as true: databases write it in several ways. */
export const isTrue = (value: string | null): boolean =>
  value !== null && (/^\s*(t|true|y|yes)\s*$/i.test(value) || isNumberOtherThanZero(value))

const isNumberOtherThanZero = (text: string): boolean => {
  const number = text.trim() === '' ? 0 : Number(text)
  return !Number.isNaN(number) && number !== 0
}

/** Changes are counted from zero when the condition is changed: the version keeps their causes apart. */
function judgeCell(
  { fires }: TriggerCondition,
  version: number,
  before: Seen | undefined,
  { row = [] }: Look,
): Judged {
  const value = row[0]?.value ?? null
  const previous = before?.value ?? null
  const counts =
    fires === 'VALUE_CHANGES'
      ? before !== undefined && value !== previous
      : isTrue(value) && !isTrue(previous)
  const count = (before?.count ?? 0) + (counts ? 1 : 0)
  const columns = Object.fromEntries(row.map((cell) => [cell.name, cell.value]))
  return {
    seen: { value, count },
    causes: counts
      ? [
          {
            cause: `change ${count} of version ${version}`,
            facts: { value, previousValue: previous, row: columns },
          },
        ]
      : [],
    isUnsettled: false,
  }
}

function judgeFiles(before: Seen | undefined, { files = [] }: Look, isAtomic: boolean): Judged {
  const known = new Map(Object.entries(before?.files ?? {}))
  const written = new Map(Object.entries(before?.modified ?? {}))
  const growing = new Map(Object.entries(before?.growing ?? {}))
  const isNew = ({ name, version, modified }: SeenFile) =>
    known.get(name) !== version || (written.get(name) ?? modified) !== modified
  const isComplete = ({ name, version }: SeenFile) => isAtomic || growing.get(name) === version
  const arrived = before === undefined ? [] : files.filter((file) => isNew(file) && isComplete(file))
  const incomplete = before === undefined ? [] : files.filter((file) => isNew(file) && !isComplete(file))
  const kept = files.filter((file) => !incomplete.includes(file))
  return {
    seen: { files: versionsOf(kept), modified: timesOf(kept), growing: versionsOf(incomplete) },
    causes: arrived.map((file) => ({ cause: causeOf(file), facts: { file: factsOf(file) } })),
    isUnsettled: incomplete.length > 0,
  }
}

/** Causes are found by an index, whose entries hold 2,704 bytes. */
const MAX_CAUSE_BYTES = 2_000
const SHOWN_CHARACTERS = 200

function causeOf({ name, version, modified }: SeenFile): string {
  const cause = ['file', name, version, ...(modified === undefined ? [] : [modified])].join(' ')
  if (Buffer.byteLength(cause) <= MAX_CAUSE_BYTES) return cause
  const hash = createHash('sha256').update(cause).digest('hex')
  return `file ${name.slice(0, SHOWN_CHARACTERS).toWellFormed()}… ${hash}`
}

const factsOf = ({ name, bytes, modified }: SeenFile) => ({
  name,
  bytes,
  ...(modified !== undefined && { modifiedAt: modified }),
})

const versionsOf = (files: readonly SeenFile[]): Record<string, string> =>
  Object.fromEntries(files.map(({ name, version }) => [name, version]))

const timesOf = (files: readonly SeenFile[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap(({ name, modified }) => (modified === undefined ? [] : [[name, modified]])),
  )
