import { expect, test } from 'vitest'
import type { SessionId } from '../../../lib/ids.ts'
import { type Heartbeat, HeartbeatWatch } from './heartbeat-watch.ts'

const id = 'a' as SessionId
const heartbeat = (beat: string, lapsed = false): Heartbeat => ({ id, beat, leaseSeconds: 15, lapsed })
const LOST_AFTER_SECONDS = 60

/** Looks every second from `from` to `to`; answers the seconds at which the session was silent, and lost. */
function watching(watch: HeartbeatWatch, from: number, to: number, beatAt: (second: number) => string) {
  const silent: number[] = []
  const lost: number[] = []
  for (let second = from; second <= to; second++) {
    const found = watch.look([heartbeat(beatAt(second))], second * 1_000)
    if (found.silent.length > 0) silent.push(second)
    if (found.lost.length > 0) lost.push(second)
  }
  return { silent, lost }
}

test('a session is silent after its lease without a heartbeat, and lost after the longer time', () => {
  const { silent, lost } = watching(new HeartbeatWatch(LOST_AFTER_SECONDS), 0, 70, () => 'same')
  expect([silent[0], lost[0]]).toEqual([15, 60])
})

test('a heartbeat begins the lease again, also one with a time in the past', () => {
  const beatAt = (second: number) => (second < 10 ? '2026-07-01' : '1999-01-01')
  expect(watching(new HeartbeatWatch(LOST_AFTER_SECONDS), 0, 30, beatAt).silent[0]).toBe(25)
})

test('time in which nobody could look counts as a third of a lease at most', () => {
  const watch = new HeartbeatWatch(LOST_AFTER_SECONDS)
  watching(watch, 0, 3, () => 'same')
  expect(watching(watch, 3_600, 3_620, () => 'same').silent[0]).toBe(3_607)
})

test('a process that has just started has seen no silence', () => {
  expect(watching(new HeartbeatWatch(LOST_AFTER_SECONDS), 5_000, 5_014, () => 'old').silent).toEqual([])
})

test('what another process found is believed until the next heartbeat', () => {
  const watch = new HeartbeatWatch(LOST_AFTER_SECONDS)
  expect(watch.look([heartbeat('x', true)], 0)).toEqual({ silent: [heartbeat('x', true)], lost: [] })
  expect(watch.look([heartbeat('y')], 1_000).silent).toEqual([])
})
