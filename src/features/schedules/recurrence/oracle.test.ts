import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { firesBetween } from './fire-times.ts'
import type { CronRecurrence } from './model.ts'
import { parseCron } from './parse-cron.ts'

/**
 * Every zone and every change of its clock from 2000 to 2037 against an oracle that shares nothing with the
 * engine: it walks minute by minute, asks `Intl` for date and time on the wall, and fires when the clock
 * shows or passes, for the first time, a minute that the expression means (decisions.md §7).
 *
 * A run takes every tenth zone, from one that HEADRACE_TEST_DST_SEED says (random unless set);
 * `npm run test:dst` takes all.
 */
const IS_COMPLETE = process.env['HEADRACE_TEST_DST'] === 'all'
const STRIDE = IS_COMPLETE ? 1 : 10
const SEED = Number(process.env['HEADRACE_TEST_DST_SEED'] ?? randomInt(1_000_000))

const MINUTE = 60_000
const SAMPLE = 2 * 1440 * MINUTE
const AROUND = 180

/** Minutes since 1970-01-01T00:00 of the clock on the wall. */
function wallClock(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (instant) => {
    const [month, day, year, hour, minute] = format.format(instant).match(/\d+/g)!.map(Number)
    return Date.UTC(year!, month! - 1, day!, hour!, minute!) / MINUTE
  }
}

interface Rules {
  readonly zone: string
  readonly wall: (instant: number) => number
  /** Sample instants after which the offset is another one. */
  readonly changes: readonly number[]
}

/** The zones of this run, those that always show the same time counted once. */
function allRules(): readonly Rules[] {
  const bySignature = new Map<string, Rules>()
  for (const [i, zone] of Intl.supportedValuesOf('timeZone').entries()) {
    if ((i + SEED) % STRIDE !== 0) continue
    const wall = wallClock(zone)
    const changes: number[] = []
    const signature: string[] = []
    let offset: number | undefined
    for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2038, 0, 1); at += SAMPLE) {
      const now = wall(at) - at / MINUTE
      if (offset !== undefined && now !== offset) changes.push(at - SAMPLE)
      if (now !== offset) signature.push(`${at}:${now}`)
      offset = now
    }
    const known = bySignature.get(signature.join())
    if (known === undefined) bySignature.set(signature.join(), { zone, wall, changes })
  }
  return [...bySignature.values()]
}

function changeAfter(sample: number, wall: Rules['wall']): number {
  const offset = wall(sample) - sample / MINUTE
  let [low, high] = [sample / MINUTE, (sample + SAMPLE) / MINUTE]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (wall(middle * MINUTE) - middle === offset) low = middle
    else high = middle
  }
  return high
}

const dailyMinutes = Array.from({ length: 48 }, (_, i) => i * 30)
const expressions = [
  ...dailyMinutes.map((minute) => `0 ${minute % 60} ${Math.floor(minute / 60)} * * ?`),
  '*/15 * * * *',
  '0 0 * * * ?',
  '0 */6 * * *',
]
const isDue: readonly ((wall: number) => boolean)[] = [
  ...dailyMinutes.map((minute) => (wall: number) => wall % 1440 === minute),
  (wall) => wall % 15 === 0,
  (wall) => wall % 60 === 0,
  (wall) => wall % 360 === 0,
]
const crons = expressions.map((text) => parseCron(text).cron!)

/** For each expression the minutes at which it fires in `[from, to)`. */
function walk(wall: Rules['wall'], from: number, to: number): number[][] {
  const fires: number[][] = expressions.map(() => [])
  let shown = wall((from - 1) * MINUTE)
  for (let minute = from; minute < to; minute++) {
    const now = wall(minute * MINUTE)
    for (let passed = shown + 1; passed <= now; passed++) {
      if (passed % 15 !== 0) continue
      for (const [i, due] of isDue.entries()) {
        if (due(passed) && fires[i]!.at(-1) !== minute) fires[i]!.push(minute)
      }
    }
    shown = Math.max(shown, now)
  }
  return fires
}

/** 02:30, 01:30 and midnight in their Unix form too: both ways of writing mean the same. */
const unixForms = [
  ['30 2 * * *', 5],
  ['30 1 * * *', 3],
  ['0 0 * * *', 0],
] as const

test('F10: an expression fires in its Unix form as in that of Quartz', () => {
  for (const [text, i] of unixForms)
    expect(parseCron(text).cron).toEqual({ ...crons[i], text, dialect: 'unix' })
})

test('F10: every zone and every change of its clock from 2000 to 2037', { timeout: 300_000 }, () => {
  const effectiveFrom = new Date(Date.UTC(1999, 0))
  let changes = 0
  const wrong: string[] = []
  for (const { zone, wall, changes: samples } of allRules()) {
    for (const sample of samples) {
      const change = changeAfter(sample, wall)
      const [from, to] = [change - AROUND, change + AROUND]
      const expected = walk(wall, from, to)
      for (const [i, cron] of crons.entries()) {
        const recurrence: CronRecurrence = { kind: 'cron', cron, timeZone: zone, effectiveFrom }
        const fires = firesBetween(recurrence, from * MINUTE - 1, to * MINUTE - 1, 1_000)
        const got = fires.map((due) => due / MINUTE).join()
        if (got !== expected[i]!.join())
          wrong.push(`${zone} ${expressions[i]} near ${new Date(change * MINUTE)}`)
      }
      changes++
    }
  }
  expect(wrong.slice(0, 20), `HEADRACE_TEST_DST_SEED=${SEED}`).toEqual([])
  expect(changes).toBeGreaterThan(IS_COMPLETE ? 5_000 : 100)
})
