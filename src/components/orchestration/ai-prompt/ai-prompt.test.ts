import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Arrived, sendJson, startWire, type Wire } from '../../../../test/support/wire.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { useDuckDb } from '../../testing/use-duckdb.ts'
import { run as aiPrompt } from './run.ts'

const duckdb = useDuckDb()
let wire: Wire | undefined

beforeAll(() => {
  const rows =
    "select cast(i as decimal(9, 2)) as id, 'review \"' || i || '\"' as review from range(1, 13) t(i)"
  return duckdb.execute(`create table "Reviews" as ${rows}`)
})
afterEach(async () => {
  await wire?.close()
  wire = undefined
})

/** The row that a request is about. */
const reviewOf = ({ body }: Arrived): string => {
  const { messages } = JSON.parse(body) as { messages: { content: string }[] }
  return (JSON.parse(messages.at(-1)!.content) as { text: string }).text
}

function complete(response: ServerResponse, ...contents: string[]): void {
  const choices = contents.map((content) => ({
    message: { role: 'assistant', content },
    finish_reason: 'stop',
  }))
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  sendJson(response, { id: 'x', model: 'tested-2026', choices, usage })
}

/** Parameters as files write them; `own` replaces blocks. */
const prompt = (own: object = {}) => ({
  openAI: {
    endpoint: `${wire?.origin}/v1/`,
    model: '[Custom]',
    userProvidedModel: 'tested',
    apiKey: 'model-key',
  },
  source: { snowflake: { schema: '[Environment Default]', table: 'Reviews', keyColumn: 'ID', limit: '' } },
  promptContext: {
    userContext: 'You judge.',
    inputs: [['review', 'text', 'Text']],
    outputFormat: 'JSON',
    outputs: [['score', 'From 1 to 5']],
  },
  destination: { snowflake: { table: 'judged', createTableOptions: 'Replace if Table Exists' } },
  ragConfig: { isRagEnabled: 'No' },
  concurrency: '3',
  ...own,
})

const run = (parameters: object, step: TestStep = {}, own: object = {}) => {
  const context = stepContext({ warehouse: duckdb.warehouse, secrets: { 'model-key': 'sk-1' }, ...step })
  return aiPrompt.run({ ...context, idempotencyKey: randomUUID(), ...own }, parameters as never)
}

test('every row gets an answer beside its key, and the step says tokens and cost', async () => {
  wire = await startWire((request, response) =>
    complete(response, `Sure! \`\`\`json\n{"score": ${reviewOf(request).length}, "more": [1]}\n\`\`\``),
  )
  const destination = { table: 'judged', createTableOptions: 'Replace if Table Exists', outputColumns: 'Yes' }
  const outcome = await run(prompt({ destination, inputPrice: '2', outputPrice: '10', maxCost: '1' }))
  expect(outcome).toEqual({
    result: 'SUCCESS',
    message: '12 answers are in judged: tested, 120 prompt and 60 completion tokens, cost 0.00084',
    rowCount: 12,
    changes: { inserted: 12, updated: 0, deleted: 0 },
  })
  const columns =
    'typeof("ID"), score, "DATA"->>\'score\', "ALL_TOKENS", "ERROR_METADATA", "MODEL_NAME", "PROVIDER_NAME"'
  expect(
    await duckdb.rowsOf(`select "ID", ${columns} from judged where "ID" > 9 order by 1 limit 1`),
  ).toEqual([['10.00', 'DECIMAL(9,2)', '11', '11', '15', null, 'tested-2026', 'OpenAI']])
  const [asked] = wire.arrived
  expect(asked?.url).toBe('/v1/chat/completions')
  expect(asked?.headers['authorization']).toBe('Bearer sk-1')
  const body = JSON.parse(asked?.body ?? '') as {
    model: string
    messages: { role: string; content: string }[]
  }
  expect(body).toMatchObject({ model: 'tested', messages: [{ role: 'system' }, { role: 'user' }] })
  expect(body.messages[0]?.content).toMatch(/^You judge\.\n.*\n"score": From 1 to 5$/)
  expect(await duckdb.rowsOf('select count(*) from headrace_answers')).toEqual([['0']])
})

test('text is kept as it is said, and several answers are a list', async () => {
  wire = await startWire((_, response) => complete(response, '{"score": 1}', 'no JSON'))
  const text = { userContext: '', inputs: [['review', 'text']], outputFormat: 'TEXT' }
  await run(prompt({ promptContext: text }))
  expect(await duckdb.rowsOf('select distinct "DATA", "SYSTEM_PROMPT" from judged')).toEqual([
    ['{"score": 1}', ''],
  ])
  await run(prompt({ openAI: { ...prompt().openAI, n: '2', jsonMode: 'Object' } }))
  expect(await duckdb.rowsOf('select distinct "DATA", "ERROR_METADATA" from judged')).toEqual([
    ['[{"score":1},null]', 'The answer is not a JSON object'],
  ])
  expect(JSON.parse(wire.arrived.at(-1)?.body ?? '')).toMatchObject({
    n: 2,
    response_format: { type: 'json_object' },
  })
})

test('a refused row is written with the reason, and so is an answer that lacks something', async () => {
  wire = await startWire((request, response) => {
    if (reviewOf(request).includes('"7"')) response.writeHead(400).end('{"error":"content policy"}')
    else complete(response, reviewOf(request).includes('"8"') ? '{"other": 1}' : '{"score": 1}')
  })
  const outcome = await run(prompt())
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 12 })
  expect(outcome.message).toContain('(2 with ERROR_METADATA)')
  const faulty = await duckdb.rowsOf(
    'select "ID", "ERROR_METADATA", "DATA" from judged where "ERROR_METADATA" is not null order by 1',
  )
  expect(faulty).toEqual([
    ['7.00', expect.stringContaining('answered 400 Bad Request: {"error":"content policy"}'), null],
    ['8.00', 'The answer has no "score"', '{"other":1}'],
  ])
})

test('what refuses every row fails the step and leaves the table as it was', async () => {
  await duckdb.execute('create or replace table judged as select 1 as kept')
  wire = await startWire((_, response) => void response.writeHead(401).end('{"error":"wrong key"}'))
  const denied = await run(prompt())
  expect(denied.result).toBe('FAILED')
  expect(denied.message).toMatch(/answered 401 Unauthorized: {"error":"wrong key"}\. Used: 0 prompt/)
  await wire.close()
  wire = await startWire((_, response) => void response.writeHead(400).end('no such model'))
  const refused = await run(prompt({ concurrency: '1' }))
  expect(refused.message).toContain('The first 5 rows were refused: ')
  expect(wire.arrived).toHaveLength(5)
  expect(await duckdb.rowsOf('select * from judged')).toEqual([['1']])
})

test('a busy service is asked again when it says', async () => {
  let refused = 0
  wire = await startWire((_, response) => {
    if (refused++ < 3) response.writeHead(refused === 1 ? 503 : 429, { 'retry-after': '0' }).end()
    else complete(response, '{"score": 1}')
  })
  const outcome = await run(prompt({ concurrency: '1' }))
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 12 })
  expect(wire.arrived).toHaveLength(15)
})

test('a limit stops the work; what was paid for is not asked again', async () => {
  wire = await startWire((_, response) => complete(response, '{"score": 1}'))
  const parameters = prompt({ concurrency: '1', maxTotalTokens: '60' })
  const own = { idempotencyKey: 'one step' }
  const stopped = await run(parameters, {}, own)
  expect(stopped.result).toBe('FAILED')
  expect(stopped.message).toBe('The limit of 60 tokens is reached. Used: 40 prompt and 20 completion tokens')
  expect(wire.arrived).toHaveLength(4)
  const finished = await run({ ...parameters, maxTotalTokens: null }, {}, own)
  expect(finished.message).toContain('120 prompt and 60 completion tokens (4 of an earlier attempt)')
  expect(wire.arrived).toHaveLength(12)
  expect(await duckdb.rowsOf('select count(distinct "ID") from judged')).toEqual([['12']])
  const again = await run(parameters, {}, own)
  expect(again).toMatchObject({ result: 'SUCCESS', rowCount: 12 })
  expect(again.message).toBe('judged was already written by an earlier attempt whose result was unknown')
  expect(wire.arrived).toHaveLength(12)
})

test('rows that were refused before the work ended are asked again', async () => {
  let isWell = false
  wire = await startWire((_, response) => {
    if (isWell) complete(response, '{"score": 1}')
    else response.writeHead(400).end('no such model')
  })
  const own = { idempotencyKey: 'refused first' }
  const parameters = prompt({ concurrency: '1' })
  expect((await run(parameters, {}, own)).result).toBe('FAILED')
  isWell = true
  expect(await run(parameters, {}, own)).toMatchObject({ result: 'SUCCESS', rowCount: 12 })
  expect(wire.arrived).toHaveLength(5 + 12)
  expect(await duckdb.rowsOf('select count(*) from judged where "ERROR_METADATA" is not null')).toEqual([
    ['0'],
  ])
})

test('equal rows each have an answer of their own', async () => {
  await duckdb.execute("create table twins as select 1 as id, 'same' as review from range(3)")
  wire = await startWire((_, response) => complete(response, '{"score": 1}'))
  await run(prompt({ source: { table: 'twins', keyColumn: 'id' } }))
  expect(await duckdb.rowsOf('select count(*) from judged')).toEqual([['3']])
  expect(wire.arrived).toHaveLength(3)
})

test('a cancel ends the requests', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled')
  wire = await startWire(() => cancel.abort(reason))
  await expect(run(prompt(), { signal: cancel.signal })).rejects.toBe(reason)
})

test('a service without tokens cannot hold a limit, and a private address needs permission', async () => {
  wire = await startWire((_, response) => sendJson(response, { choices: [{ message: { content: '{}' } }] }))
  const unlimited = await run(prompt({ maxTotalTokens: '5', concurrency: '1' }))
  expect(unlimited.message).toContain('does not say how many tokens it used')
  const guarded = await run(prompt(), { allowPrivateAddresses: false })
  expect(guarded.message).toContain('127.0.0.1 is a private address')
})

test('Azure gets its address and header', async () => {
  wire = await startWire((_, response) => complete(response, '{"score": 1}'))
  const azure = {
    endpoint: `${wire.origin}/`,
    deploymentName: 'my deploy',
    apiKey: 'model-key',
    maxTokens: 9,
  }
  expect(await run(prompt({ openAI: null, azure }))).toMatchObject({ result: 'SUCCESS' })
  const [asked] = wire.arrived
  expect(asked?.url).toBe('/openai/deployments/my%20deploy/chat/completions?api-version=2024-10-21')
  expect(asked?.headers).toMatchObject({ 'api-key': 'sk-1' })
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ max_tokens: 9 })
  expect(await duckdb.rowsOf('select distinct "PROVIDER_NAME" from judged')).toEqual([['Azure OpenAI']])
})

test('Bedrock gets a signed Converse', async () => {
  const credentials = {
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
    service: 'bedrock',
    region: 'eu-west-1',
  }
  wire = await startWire(async ({ headers, url, body }, response) => {
    const { authorization, 'x-amz-date': datetime } = headers as Record<string, string>
    const signed = { 'content-type': 'application/json', host: headers.host ?? '' }
    const request = { method: 'POST', url: `http://${headers.host}${url}`, headers: signed, body }
    const signer = new AwsV4Signer({ ...request, ...credentials, ...(datetime && { datetime }) })
    const expected = (await signer.sign()).headers.get('authorization')
    if (authorization !== expected) return void response.writeHead(403).end('wrong signature')
    const content = [{ text: '{"score": 4}' }]
    sendJson(response, {
      output: { message: { role: 'assistant', content } },
      stopReason: 'end_turn',
      usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 },
    })
  })
  const aws = {
    region: 'eu-west-1',
    endpoint: wire.origin,
    modelCategory: 'Meta',
    meta: { model: 'meta.llama3-70b-instruct-v1:0', temperature: '0.5', topP: '0.9', maxTokens: '512' },
  }
  const secrets = { 'aws-access-key-id': 'AKIA', 'aws-secret-access-key': 'secret' }
  const outcome = await run(prompt({ openAI: null, aws }), { secrets })
  expect(outcome.message).toContain('84 prompt and 36 completion tokens')
  expect(wire.arrived[0]?.url).toBe('/model/meta.llama3-70b-instruct-v1%3A0/converse')
  const missing = await run(prompt({ openAI: null, aws }), { secrets: {} })
  expect(missing.message).toContain('There is no secret named "aws-access-key-id"')
})

test('a connection by its name says address, key and model', async () => {
  wire = await startWire((_, response) => complete(response, '{"score": 1}'))
  const models = {
    name: 'Models',
    authProvider: 'OPENAI_COMPATIBLE',
    authType: 'API_KEY',
    properties: { baseUrl: `${wire.origin}/v1`, apiKey: 'sk-2', model: 'usual' },
  }
  const connections = [models, { ...models, name: 'Shop', authProvider: 'MYSQL' }]
  const outcome = await run(prompt({ openAI: { connection: 'Models' } }), { connections })
  expect(outcome).toMatchObject({ result: 'SUCCESS', message: expect.stringContaining(': usual, 120') })
  expect(wire.arrived[0]?.headers.authorization).toBe('Bearer sk-2')
  await run(prompt({ openAI: { connection: 'Models', model: 'other' } }), { connections })
  expect(JSON.parse(wire.arrived.at(-1)?.body ?? '')).toMatchObject({ model: 'other' })
  const away = await run(prompt({ openAI: { connection: 'Nowhere' } }), { connections })
  expect(away.message).toBe('There is no connection Nowhere')
  const wrong = await run(prompt({ openAI: { connection: 'Shop' } }), { connections })
  expect(wrong.message).toBe('The connection Shop is of type MYSQL, not OPENAI_COMPATIBLE')
  const both = await run(prompt({ openAI: { connection: 'Models', apiKey: 'model-key' } }), { connections })
  expect(both.message).toContain('remove one of them')
})

test('a column or table that is not there is named, and so is a missing secret', async () => {
  wire = await startWire((_, response) => complete(response, '{}'))
  const away = await run(prompt({ source: { table: 'nowhere', keyColumn: 'id' } }))
  expect(away.message).toBe('There is no table nowhere')
  const column = await run(prompt({ source: { table: 'Reviews', keyColumn: 'key' } }))
  expect(column.message).toBe('The table Reviews has no column "key"')
  const secret = await run(prompt(), { secrets: {} })
  expect(secret.message).toBe('There is no secret named "model-key" for the API key')
})
