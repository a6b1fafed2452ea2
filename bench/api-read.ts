import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { Pool } from 'undici'
import { startBenchPlatform } from './support/platform.ts'
import { mean } from './support/statistics.ts'

/**
 * Question: what does our HTTP cost? `GET /v1/agents/{agentId}` with its token check, against a bare
 * node:http server that answers from the same kind of pipelined prepared query. To reach: 60 % of its
 * requests a second. Every connection asks for a runner of its own: equal questions of one turn share an
 * answer here, and not in the bare server; the result of everyone asking for the same one is printed too.
 */
const SECONDS = 5
const ROUNDS = 3
const CONNECTIONS = 64
const REACH = 0.6

await using platform = await startBenchPlatform()
const agents = await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => addRunner(`Bench ${i}`)))
const bare = await startBare(platform.databaseUrl)
try {
  const ours: number[] = []
  const same: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await rate((i) => platform.call('GET', `/v1/agents/${agents[i]}`)))
    theirs.push(await rate((i) => bare.call(agents[i]!)))
    same.push(await rate(() => platform.call('GET', `/v1/agents/${agents[0]}`)))
  }
  const [mine, other] = [mean(ours), mean(theirs)]
  console.log(
    `headrace ${mine.toFixed(0)}/s, bare ${other.toFixed(0)}/s; all the same one: ${mean(same).toFixed(0)}/s`,
  )
  console.log(`ratio ${(mine / other).toFixed(2)}, to reach: ${REACH}`)
} finally {
  await bare.close()
}

async function addRunner(name: string): Promise<string> {
  const body = { name, agentType: 'pipeline', cloudProvider: 'self_hosted', deployment: 'process' }
  return (await platform.call<{ agentId: string }>('POST', '/v1/agents', body)).agentId
}

async function rate(call: (connection: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, i) => {
      for (; performance.now() - begun < SECONDS * 1000; done++) await call(i)
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}

async function startBare(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl, pipeline: true } as pg.ClientConfig)
  await client.connect()
  const text = `select to_jsonb(r) as runner, (select max(s.started_at) from runner_session s
    where s.runner_id = r.id and s.ended_at is null and s.seen_at > now() - interval '15 s') as live
    from runner r where id = $1`
  const server = createServer(async ({ url }, response) => {
    const id = url!.slice(1)
    const { rows } = await client.query({ name: 'bare', text, values: [id] })
    response.setHeader('content-type', 'application/json').end(JSON.stringify(rows[0]))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    connections: CONNECTIONS,
  })
  const call = async (id: string) => (await pool.request({ method: 'GET', path: `/${id}` })).body.json()
  const close = async () => {
    await pool.close()
    server.close()
    await client.end()
  }
  return { call, close }
}
