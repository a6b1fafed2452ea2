import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Report } from '../../protocol/messages.ts'
import { createOutbox } from './outbox.ts'

const root = randomUUID()
const other = randomUUID()
const report = (of: string, n: number): Report => ({
  kind: 'execution-finished',
  root: of,
  execution: of,
  n,
  at: 'now',
  status: 'SUCCESS',
})

function outbox(maxChars?: number) {
  const sent: Report[] = []
  const box = createOutbox(
    (one) => sent.push(one),
    () => 0,
    maxChars,
  )
  const numbers = (of: string) => sent.filter((one) => one.root === of).map((one) => one.n)
  return { box, sent, numbers }
}

/** Whether a promise has resolved once everything that is ready has run. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  void promise.then(() => {
    done = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  return done
}

test('after a reconnect exactly what is not on disk is sent again, in order per root', () => {
  const { box, sent, numbers } = outbox()
  for (const n of [1, 2, 3]) box.add(report(root, n))
  box.add(report(other, 1))
  box.committed(root, 1)
  sent.length = 0
  box.resend()
  expect(numbers(root)).toEqual([2, 3])
  expect(numbers(other)).toEqual([1])
  expect([box.pending(root), box.pending(other)]).toEqual([2, 1])
})

test('a caller that waits for a report resumes when it is on disk, not before', async () => {
  const { box } = outbox()
  for (const n of [1, 2, 3]) box.add(report(root, n))
  const second = box.whenCommitted(root, 2)
  box.committed(root, 1)
  expect(await settled(second)).toBe(false)
  box.committed(root, 2)
  expect(await settled(second)).toBe(true)
  expect(await settled(box.whenCommitted(root, 3))).toBe(false)
})

test('nothing waits for what is on disk already', async () => {
  const { box } = outbox()
  box.add(report(root, 1))
  box.committed(root, 1)
  expect(await settled(box.whenCommitted(root, 1))).toBe(true)
  expect(await settled(box.whenCommitted(other, 0))).toBe(true)
})

test('a dropped root is not sent again and releases its waiters', async () => {
  const { box, sent } = outbox()
  box.add(report(root, 1))
  const waiting = box.whenCommitted(root, 1)
  box.drop(root)
  sent.length = 0
  box.resend()
  expect(await settled(waiting)).toBe(true)
  expect(sent).toEqual([])
})

test('an acknowledgement that comes twice or for an unknown root changes nothing', () => {
  const { box } = outbox()
  box.add(report(root, 1))
  box.add(report(root, 2))
  box.committed(root, 1)
  box.committed(root, 1)
  box.committed(other, 7)
  expect([box.pending(root), box.pending(other)]).toEqual([1, 0])
})

test('a step is ended in the report of its start only while that is the last one and has not left', () => {
  const sent: Report[] = []
  let turn = 0
  const box = createOutbox(
    (one) => sent.push(one),
    () => turn,
  )
  const start = (n: number, seq: number): Report => ({
    kind: 'step-started',
    root,
    n,
    execution: root,
    seq,
    key: 'a',
    name: 'A',
    type: 'start',
    attempt: 1,
    at: 'now',
  })
  const ended = { at: 'later', outcome: { result: 'SUCCESS' as const } }
  const end = (seq: number) => box.endLast(root, { execution: root, seq }, ended)

  box.add(start(1, 0))
  expect(end(0)).toBe(true)
  expect(sent).toEqual([{ ...start(1, 0), ended }])
  box.add(start(2, 1))
  box.add(start(3, 2))
  expect(end(1)).toBe(false) // another report follows it
  turn++
  expect(end(2)).toBe(false) // it has left
  expect(sent.slice(1)).toEqual([start(2, 1), start(3, 2)])
  expect(box.endLast(other, { execution: other, seq: 0 }, ended)).toBe(false)
})

test('a gap in the numbers of reports, or an acknowledgement of what was never sent, is an internal error', () => {
  const { box } = outbox()
  box.add(report(root, 1))
  expect(() => box.add(report(root, 3))).toThrow('Invariant broken')
  expect(() => box.committed(root, 7)).toThrow('which was never sent')
})

test('while reports that are kept are too large together whatever would add more waits, of every root', async () => {
  const { box } = outbox(10_000)
  const large = { variable: 'v', value: 'x'.repeat(4_000) }
  box.add({
    kind: 'step-started',
    root,
    execution: root,
    n: 1,
    seq: 1,
    key: 'k',
    name: 'n',
    type: 't',
    attempt: 1,
    at: 'now',
  })
  const outcome = { result: 'SUCCESS' as const, updates: [large] }
  expect(box.endLast(root, { execution: root, seq: 1 }, { at: 'now', outcome })).toBe(true)
  box.add({ kind: 'step-expanded', root, execution: root, n: 2, seq: 1, iterations: [[large]] })
  expect(box.room(root)).toBeUndefined()
  const grid = [[large.value]]
  const ended = { result: 'SUCCESS' as const, updates: [{ variable: 'g', value: grid }] }
  box.add({ kind: 'step-finished', root, execution: root, n: 3, seq: 1, at: 'now', outcome: ended })
  const [own, others, dropped] = [box.room(root)!, box.room(other)!, box.room('dropped')!]
  box.drop('dropped')
  expect(await settled(dropped)).toBe(true)
  expect([await settled(own), await settled(others)]).toEqual([false, false])
  box.committed(root, 1)
  expect([await settled(own), await settled(others)]).toEqual([true, true])
  expect(box.room(root)).toBeUndefined()
})

test('what was dropped makes room for others', async () => {
  const { box } = outbox(1_000)
  for (const n of [1, 2, 3]) box.add(report(root, n))
  const room = box.room(other)!
  box.drop(root)
  expect(await settled(room)).toBe(true)
})

test('what a step says that it read and wrote takes room as well, however its end is reported', () => {
  const statements = ['select 1', 'x'.repeat(5_000)]
  const database = { namespace: 'postgres://db:5432', dialect: 'postgres' as const }
  const step = { root, execution: root, seq: 1 }
  const ended = {
    at: 'now',
    outcome: { result: 'SUCCESS' as const },
    assets: [{ source: { database, statements } }],
  }
  const own = outbox(5_000)
  own.box.add({ kind: 'step-finished', n: 1, ...step, ...ended })
  expect(own.box.room(root)).toBeInstanceOf(Promise)

  const one = outbox(5_000)
  one.box.add({ kind: 'step-started', n: 1, ...step, key: 'k', name: 'N', type: 't', attempt: 1, at: 'now' })
  expect(one.box.room(root)).toBeUndefined()
  expect(one.box.endLast(root, step, ended)).toBe(true)
  expect(one.box.room(root)).toBeInstanceOf(Promise)
  one.box.committed(root, 1)
  expect(one.box.room(root)).toBeUndefined()
})
