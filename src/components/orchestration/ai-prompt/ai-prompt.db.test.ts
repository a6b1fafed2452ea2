import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson, startWire } from '../../../../test/support/wire.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { stepContext } from '../../testing/step-context.ts'
import { run as aiPrompt } from './run.ts'

const warehouses = createWarehouses({ allowPrivateAddresses: true })
const options = { signal: new AbortController().signal }
let warehouse: Warehouse

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  warehouse = await warehouses.open({
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema: 'prompt tests',
  })
})
afterAll(async () => {
  await warehouse.execute('drop schema "prompt tests" cascade', options)
  await warehouses.close()
})

test('on PostgreSQL a key keeps its type, answers are JSON, and a step that runs again asks for the rest', async () => {
  await warehouse.execute(
    'create table reviews as select i as id, $$it\'s$$ as "Text" from generate_series(1, 5) i',
    options,
  )
  await using wire = Object.assign(
    await startWire((_, response) =>
      sendJson(response, {
        choices: [{ message: { content: '{"score": "it\'s 4"}' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2 },
      }),
    ),
    { [Symbol.asyncDispose]: () => wire.close() },
  )
  const parameters = {
    openAI: { endpoint: wire.origin, model: 'tested' },
    source: { table: 'reviews', keyColumn: 'ID' },
    promptContext: { inputs: [['text', '']], outputs: [['score', 'From 1 to 5']] },
    destination: { table: 'judged', outputColumns: 'Yes' },
    concurrency: '1',
  }
  const stopped = await aiPrompt.run(stepContext({ warehouse }), {
    ...parameters,
    maxTotalTokens: '10',
  } as never)
  expect(stopped).toMatchObject({ result: 'FAILED' })
  expect(await warehouse.describe({ table: 'judged' }, options)).toBeUndefined()
  const outcome = await aiPrompt.run(stepContext({ warehouse }), parameters as never)
  expect(outcome.message).toBe(
    '5 answers are in judged: tested, 15 prompt and 10 completion tokens (2 of an earlier attempt)',
  )
  expect(wire.arrived).toHaveLength(5)
  const { batches } = await warehouse.query(
    'select pg_typeof("ID"), "DATA"->>\'score\', score, "ALL_TOKENS" from judged where "ID" = 5',
    options,
  )
  expect((await Array.fromAsync(batches)).flat()).toEqual([['integer', "it's 4", "it's 4", '5']])
})
