import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPipelineRunner } from '../../../../test/support/run-pipelines.ts'
import { postgresOfTests } from '../../../warehouses/conformance/databases.ts'
import { createWarehouses } from '../../../warehouses/open.ts'

test('a runner keeps how far each pipeline came, for its environment and component', async () => {
  const connection = postgresOfTests()
  const options = { signal: new AbortController().signal }
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const schema = `shop_${randomUUID().slice(0, 8)}`
  const source = await warehouses.open({ ...connection, schema })
  await source.execute('create table orders (id int); insert into orders values (1), (2)', options)
  const loads = (from: string): string =>
    JSON.stringify({
      type: 'orchestration',
      pipeline: {
        components: {
          Start: { type: 'start', transitions: { unconditional: ['Load'] } },
          Load: {
            type: 'database-query',
            parameters: {
              connectionUrl: `jdbc:postgresql://${connection.host}:${connection.port}/${connection.database}?currentSchema=${schema}`,
              username: connection.user,
              ...(connection.password !== undefined && { password: 'source' }),
              sqlQuery: `select id from ${from}`,
              incrementalColumn: 'id',
              table: 'loaded',
            },
          },
        },
      },
    })
  process.env['HEADRACE_SECRET_SOURCE'] = connection.password ?? 'unused'
  const runner = await startPipelineRunner()
  try {
    const files = { 'first.orch.yaml': loads('orders'), 'second.orch.yaml': loads('orders') }
    const [project, first] = [randomUUID(), 'first environment']
    const run = async (name: string, environment = first) =>
      (await runner.run(files, name, { project, environment })).said.join()
    expect(await run('first')).toMatch(/^Load: 2 rows of PostgreSQL at /)
    await source.execute('insert into orders values (3)', options)
    expect(await run('first')).toMatch(/^Load: 1 rows with id after 2 of /)
    expect(await run('second')).toMatch(/^Load: 3 rows of /)
    expect(await run('first', 'second environment')).toMatch(/^Load: 3 rows of /)
    expect((await runner.run({ 'x.orch.yaml': loads('gone') }, 'x')).message).toMatch(/"gone" does not exist/)
  } finally {
    await runner[Symbol.asyncDispose]()
    delete process.env['HEADRACE_SECRET_SOURCE']
    await source.execute(`drop schema "${schema}" cascade`, options)
    await warehouses.close()
  }
}, 60_000)
