import { expect, test } from 'vitest'
import { firesOnTheWall } from './fire-notes.ts'

const notes = (zone: string, ...times: string[]) => firesOnTheWall(times, zone).map((fire) => fire.notes)

test('a time in the gap is at its end, and the clocks have gone forward since the run before', () => {
  const fires = firesOnTheWall(['2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z'], 'Europe/Berlin')
  expect(fires[0]).toMatchObject({ wall: 'Sat, 27 Mar 2027, 02:30:00 GMT+1', notes: [] })
  expect(fires[1]!.wall).toBe('Sun, 28 Mar 2027, 03:00:00 GMT+2')
  expect(fires[1]!.notes).toEqual([
    'The clocks go forward by 1 h between this run and the one before.',
    'The first instant after the gap: a time that is skipped on this day runs now.',
  ])
})

test('a time that exists twice says which of the two it is', () => {
  const all = notes(
    'Europe/Berlin',
    '2027-10-30T23:59:00.000Z',
    '2027-10-31T00:30:00.000Z',
    '2027-10-31T01:30:00.000Z',
    '2027-10-31T02:00:00.000Z',
  )
  expect(all).toEqual([
    [],
    ['This time occurs twice on this day; this is the first.'],
    [
      'The clocks go back by 1 h between this run and the one before.',
      'This time occurs twice on this day; this is the second.',
    ],
    [],
  ])
})

test('half an hour of daylight saving is half an hour', () => {
  const [, second] = notes('Australia/Lord_Howe', '2026-10-03T00:00:00.000Z', '2026-10-04T00:00:00.000Z')
  expect(second).toEqual(['The clocks go forward by 30 min between this run and the one before.'])
})

test('a zone without daylight saving has nothing to say', () => {
  expect(notes('UTC', '2027-03-28T01:00:00.000Z', '2027-10-31T01:00:00.000Z')).toEqual([[], []])
})
