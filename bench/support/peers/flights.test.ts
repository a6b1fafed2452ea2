import { expect, test } from 'vitest'
import { flightsSql, openReceiver, sqlOf } from './flights.ts'

test("has the SQL of every component of the demo's pipeline, with its variables", async () => {
  const sql = await flightsSql()
  expect(Object.keys(sql)).toEqual([
    'Load Flights',
    'Count Flights',
    'Delays by Origin',
    'Worst Airports',
    'Worst Airport',
    'Delays by Day',
    'Worst Month',
  ])
  expect(sql['Load Flights']).toMatch(/read_parquet\('\/.*flights-3m\.parquet'\)/)
  expect(sql['Worst Airports']).toContain('flights >= 10000')
  expect(Object.values(sql).join()).not.toContain('${')
})

test('says which variable has no value', () => {
  const text = 'pipeline: { components: { A: { parameters: { query: "select ${a}" } } }, variables: {} }'
  expect(() => sqlOf(text, {})).toThrow('a variable without a value: a')
})

test('the receiver refuses wrong figures', async () => {
  await using receiver = await openReceiver()
  const post = (flights: number) => {
    const worstAirport = { code: 'JFK', meanDelayMinutes: 12.31 }
    const figures = { flights, meanDelayMinutes: 6.67, worstAirport, worstMonth: '2001-06' }
    return fetch(receiver.url, { method: 'POST', body: JSON.stringify(figures) })
  }
  expect((await post(2_999_999)).status).toBe(400)
  expect(receiver.received()).toBe(0)
  expect((await post(3_000_000)).status).toBe(200)
  expect(receiver.received()).toBe(1)
})
