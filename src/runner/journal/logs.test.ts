import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { FromRunner } from '../../protocol/messages.ts'
import { createExecutionClock, createRunnerClock } from '../clock.ts'
import { createRunLog, type LogLimits } from './logs.ts'

const root = randomUUID()
const clock = createExecutionClock(createRunnerClock(), [])
const line = (text: string) => ({ at: '2026-01-01T00:00:00Z', text })

function log(limits: Partial<LogLimits> = {}, first = 0, keptBytes = 0) {
  const sent: Extract<FromRunner, { kind: 'log' }>[] = []
  const runLog = createRunLog({
    root,
    first,
    keptBytes,
    clock,
    limits,
    send: (message) => sent.push(message),
  })
  const texts = () => sent.flatMap(({ lines }) => lines.map(({ text }) => text))
  return { runLog, sent, texts }
}

test('lines travel in batches, numbered without gaps from where an earlier session left off', () => {
  const { runLog, sent } = log({ batchLines: 2 }, 7)
  for (const text of ['a', 'b', 'c']) runLog.write(line(text))
  runLog.flush()
  expect(sent.map(({ first, lines }) => [first, lines.length])).toEqual([
    [7, 2],
    [9, 1],
  ])
})

test('a line waits no longer than a batch', () => {
  vi.useFakeTimers()
  const { runLog, texts } = log({ batchMs: 50 })
  runLog.write(line('a'))
  vi.advanceTimersByTime(49)
  expect(texts()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['a'])
  vi.useRealTimers()
})

test('after a reconnect the messages that are not on disk are sent again, as they were', () => {
  const { runLog, sent } = log()
  for (const text of ['a', 'b', 'c']) {
    runLog.write(line(text))
    runLog.flush()
  }
  runLog.write(line('d'))
  runLog.committed(1)
  sent.length = 0
  runLog.resend()
  const messages = sent.map(({ first, lines }) => [first, ...lines.map(({ text }) => text)])
  expect(messages).toEqual([
    [1, 'b'],
    [2, 'c'],
  ])
})

test('F23: a component that prints much waits until lines were stored', async () => {
  const { runLog } = log({ softLines: 2 })
  let drained = false
  runLog.write(line('a'))
  await runLog.drained()
  runLog.write(line('b'))
  runLog.flush()
  const waiting = runLog.drained().then(() => {
    drained = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(drained).toBe(false)
  runLog.committed(2)
  await waiting
})

test('one that does not wait loses lines, and a mark says how many', () => {
  const { runLog, texts } = log({ softLines: 2, hardLines: 3 })
  for (const text of ['a', 'b', 'c', 'd', 'e']) runLog.write(line(text))
  runLog.flush()
  runLog.committed(3)
  runLog.flush()
  expect(texts()).toEqual([
    'a',
    'b',
    'c',
    '… 2 lines were dropped: they were written faster than they could be stored',
  ])
})

test('of a log that was dropped nothing is waited for: who prints on until it is killed held up the end of the runner', () => {
  const { runLog, sent } = log()
  runLog.drop()
  runLog.write(line('late'))
  runLog.flush()
  expect([runLog.whenCommitted(), sent]).toEqual([undefined, []])
})

test('F23: a very long line is cut, and says so', () => {
  const { runLog, texts } = log({ lineChars: 3 })
  runLog.write(line('abcdef'))
  runLog.flush()
  expect(texts()).toEqual(['abc… (3 characters cut)'])
  runLog.write(line('abcdef… (4 characters cut)'))
  runLog.flush()
  expect(texts().at(-1)).toBe('abc… (7 characters cut)')
})

/** What a line of two characters is kept as. */
const BYTES = Buffer.byteLength(`${JSON.stringify(line('ab'))}\n`)

test('F23: a log that is too long ends with a mark, and blocks no one', async () => {
  const { runLog, texts } = log({ totalBytes: 2 * BYTES, softLines: 3 })
  runLog.write(line('ab'))
  expect(runLog.isFull).toBe(false)
  for (let i = 1; i < 1_000; i++) runLog.write(line('ab'))
  expect(runLog.isFull).toBe(true)
  runLog.flush()
  expect(texts()).toEqual(['ab', 'ab', '… the log ends here: at most 1 MiB of each execution is kept'])
  runLog.committed(3)
  await runLog.drained()
})

test('a log has the bytes that it may have, in whatever letters and over all sessions', () => {
  const resumed = log({ totalBytes: 3 * BYTES }, 1, BYTES)
  resumed.runLog.write(line('ä'))
  expect(resumed.runLog.isFull).toBe(false)
  resumed.runLog.write(line('ä'))
  resumed.runLog.flush()
  expect(resumed.texts()).toEqual(['ä', 'ä', expect.stringContaining('the log ends here')])
  expect(resumed.runLog.isFull).toBe(true)
})

test('of a log that was full already no second mark is kept', () => {
  const { runLog, texts } = log({ totalBytes: BYTES }, 2, BYTES + 100)
  expect(runLog.isFull).toBe(true)
  runLog.write(line('ab'))
  runLog.flush()
  expect(texts()).toEqual([])
})
