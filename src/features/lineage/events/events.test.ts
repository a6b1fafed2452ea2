import { expect, test } from 'vitest'
import { facetSchemas, openLineageFaults } from '../../../../test/support/openlineage-schemas.ts'
import type { StepLineage } from '../recording/rules.ts'
import type { RunEvent } from '../schema.ts'
import { endEvent, type RunFacts, startEvent } from './rules.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const [raw, orders] = [
  { namespace: 'postgres://db:5432', name: 'dwh.raw.orders' },
  { namespace: 'postgres://db:5432', name: 'dwh.public.orders' },
]
const lineage: StepLineage = {
  reads: [raw, { namespace: 's3://bucket', name: 'in/a.csv' }],
  writes: [{ ...orders, columns: ['id', 'näme "x"', 'total'] }],
  edges: [{ from: raw, to: orders, columns: { total: ['amount', 'tax'], id: ['id'] } }],
  unread: [],
}
const run: RunFacts = {
  executionId: id(1),
  accountId: id(2),
  projectId: id(3),
  environmentName: 'Production',
  versionName: 'v1',
  pipelineName: 'shop/Load',
  status: 'SUCCESS',
  message: null,
  startedAt: new Date('2026-01-01T00:00:00Z'),
  finishedAt: new Date('2026-01-01T00:00:05.123Z'),
  parent: { executionId: id(4), pipelineName: 'Main' },
  steps: [{ rowCount: 7, lineage, statements: ['insert into orders select * from raw.orders'] }],
}

test('every kind of event, with every facet, is valid by the schemas of OpenLineage', () => {
  const events = [
    startEvent({ ...run, steps: [], finishedAt: null }),
    endEvent(run),
    endEvent({ ...run, parent: null, steps: [] }),
    endEvent({ ...run, status: 'CANCELLED' }),
    endEvent({ ...run, status: 'FAILED', message: 'It has no table' }),
    endEvent({ ...run, status: 'FAILED', message: null, finishedAt: null }),
  ]
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'START',
    'COMPLETE',
    'COMPLETE',
    'ABORT',
    'FAIL',
    'FAIL',
  ])
  for (const event of events) expect(openLineageFaults(event), event.eventType).toEqual([])
  const used = new Set(JSON.stringify(events).match(/(?<=#\/\$defs\/)\w+(?=")/g))
  const known = Object.values(facetSchemas).map(({ url }) => url.split('/').at(-1))
  expect([...used].sort()).toEqual([...known, 'RunEvent'].sort())
})

test('the schemas reject what the specification does not allow', () => {
  const event = endEvent(run)
  const [output] = event.outputs
  const wrong = (own: object) => ({ ...event, ...own }) as unknown as RunEvent
  const withFacet = (name: string, members: object) =>
    wrong({ outputs: [{ ...output, facets: { [name]: { ...output!.facets[name], ...members } } }] })
  const cases: readonly (readonly [string, RunEvent])[] = [
    ['eventType', wrong({ eventType: 'DONE' })],
    ['eventTime', wrong({ eventTime: 'yesterday' })],
    ['producer', wrong({ producer: 'headrace' })],
    ['runId', wrong({ run: { runId: 'one', facets: {} } })],
    ['name', wrong({ job: { namespace: 'n', facets: {} } })],
    ['_producer', withFacet('schema', { _producer: 'headrace' })],
    ['fields', withFacet('schema', { fields: [{ type: 'INT' }] })],
    ['inputFields', withFacet('columnLineage', { fields: { a: { inputFields: [{ field: 'b' }] } } })],
    ['names the schema', withFacet('schema', { _schemaURL: 'https://openlineage.io/spec/other' })],
    ['is no facet', withFacet('mine', { _producer: 'urn:a', _schemaURL: 'urn:b' })],
  ]
  for (const [part, event] of cases) expect(openLineageFaults(event).join(), part).toContain(part)
})
