import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../../lib/ids.ts'
import { lakeExtensions, type TestDatabase } from '../../../warehouses/conformance/databases.ts'
import type { Connection } from '../../../warehouses/connection.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import { createTestEngine, heldArtifacts, type TestedVersion } from '../engine.ts'
import { readTest } from '../read-test.ts'
import { runTest } from '../run-test.ts'
import { openSchemaScratch, type SchemaConnection } from '../schema-scratch.ts'

const options = { allowPrivateAddresses: true, duckdbExtensions: lakeExtensions }
const always = { signal: new AbortController().signal }

const sums = (total: number): string =>
  JSON.stringify({
    type: 'test',
    test: {
      run: { orchestration: 'Totals' },
      tables: {
        orders: {
          columns: { region: 'VARCHAR', amount: 'NUMBER(10,2)' },
          rows: [
            ['EU', 1.5],
            ['EU', 2.25],
          ],
        },
      },
      expect: {
        tables: { totals: { rows: [['EU', total]] } },
        queries: [{ sql: 'select count(*) from orders', rows: [[2]] }],
      },
    },
  })

const sqlScript = 'create table totals as select region, sum(amount) as total from orders group by region'
const totals = JSON.stringify({
  type: 'orchestration',
  version: '1.0',
  pipeline: {
    components: {
      Start: { type: 'start', transitions: { unconditional: ['Sum'] } },
      Sum: { type: 'sql-executor', parameters: { sqlScript } },
    },
  },
})
const files = {
  'Totals.orch.yaml': totals,
  'Right.test.yaml': sums(3.75),
  'Wrong.test.yaml': sums(4),
}
const version: TestedVersion = {
  artifact: 'tested',
  artifacts: heldArtifacts(() => Object.entries(files).map(([path, content]) => ({ path, content }))),
  sharedPipeline: () => Promise.reject(new Error('There are none')),
}

/** The schemas that tests made, of all runs. */
async function scratchSchemas(connection: Connection): Promise<string[]> {
  const warehouses = createWarehouses(options)
  try {
    const warehouse = await warehouses.open(connection)
    const { batches } = await warehouse.query(warehouse.catalogue.schemas({ limit: 1_000 }), always)
    const names: string[] = []
    for await (const batch of batches) for (const [name] of batch) names.push((name ?? '').toLowerCase())
    return names.filter((name) => name.startsWith('headrace_test_'))
  } finally {
    await warehouses.close()
  }
}

/** Tests of pipelines in a schema beside the environment's, on one database. */
export function schemaScratchTests(database: Pick<TestDatabase, 'create'>): void {
  test('a test runs in a schema of its own, which is gone afterwards', async () => {
    const { connection, remove } = await database.create()
    const folder = await mkdtemp(join(tmpdir(), 'schema-tests-'))
    const server = connection as SchemaConnection
    try {
      await using databases = await openSchemaScratch(server, { ...options, execution: newId() })
      await using engine = await createTestEngine({
        runFolder: folder,
        sourceFolder: folder,
        version,
        databases,
        network: false,
        project: newId(),
        scriptsFor: () => ({ prepare: () => Promise.reject(new Error('No test has a script')) }),
        scratchRoot: folder,
        warehouses: options,
      })
      const set = await version.artifacts.get(version.artifact)
      const outcomes = await Promise.all(
        ['Right', 'Wrong'].map((name) => {
          const read = readTest(set, name)
          return 'failed' in read ? read.failed : runTest(engine, read.test, always.signal)
        }),
      )
      expect(outcomes).toMatchObject([
        { status: 'PASSED', message: undefined },
        { status: 'FAILED', message: undefined },
      ])
      expect(outcomes[1]!.assertions.filter(({ passed }) => !passed)).toMatchObject([
        { actual: expect.stringContaining('3.75') },
      ])
      expect(await scratchSchemas(connection)).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
      await remove()
    }
  })

  test('what an earlier attempt left is dropped, and what others left after a day', async () => {
    const { connection, remove } = await database.create()
    const server = connection as SchemaConnection
    const execution = newId()
    const others = { ...options, execution: newId() }
    const warehouses = createWarehouses(options)
    try {
      const killed = await openSchemaScratch(server, { ...options, execution })
      await killed.create()
      await using living = await openSchemaScratch(server, others)
      await living.create()
      const [left, ...more] = await scratchSchemas(connection)
      expect([left, more.length]).toEqual([expect.any(String), 1])
      const warehouse = await warehouses.open(connection)
      const old = 'headrace_test_20200131t0915_0123456789ab_1'
      await warehouse.execute(`create ${warehouse.parts.schemas.word} ${warehouse.quoteName(old)}`, always)
      await using _again = await openSchemaScratch(server, { ...options, execution })
      const owner = others.execution.replaceAll('-', '').slice(-12)
      expect(await scratchSchemas(connection)).toEqual([expect.stringContaining(owner)])
    } finally {
      await warehouses.close()
      await remove()
    }
  })
}
