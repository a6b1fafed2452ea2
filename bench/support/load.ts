import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './connection.ts'
import type { BenchPlatform } from './platform.ts'

/** Executions of one pipeline, asked for over HTTP as fast as they are done. */
export interface Load extends AsyncDisposable {
  /** Connection for looking at tables. */
  readonly database: pg.Client
  /** Executions a second that ended, with at most `inFlight` between request and end. Throws when one did not succeed. */
  measure(seconds: number, inFlight: number): Promise<number>
}

const CLIENTS = 128
const LOOK_MS = 20

export async function openLoad(
  platform: BenchPlatform,
  projectId: string,
  pipelineName: string,
): Promise<Load> {
  const database = new pg.Client(platform.databaseUrl)
  await database.connect()
  // Looking must not become dear with the number of executions that ended: there is an index of the others.
  await database.query('set enable_seqscan = off')
  await database.query('set enable_bitmapscan = off')
  const path = `/api/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName, environmentName: 'Bench' }

  async function live(): Promise<number> {
    const { rows } = await database.query<{ count: string }>({
      name: 'live',
      text: `select count(*) from execution where parent_id is null and status in ('QUEUED', 'RUNNING', 'CANCELLING')`,
    })
    return Number(rows[0]!.count)
  }

  async function measure(seconds: number, inFlight: number): Promise<number> {
    // Between two measurements the server closes what is idle.
    const connections = await Promise.all(Array.from({ length: CLIENTS }, () => platform.connect()))
    const begun = performance.now()
    const since = new Date()
    const isOver = () => performance.now() - begun >= seconds * 1000
    let asked = 0
    let answered = 0
    let done = 0
    const looking = (async () => {
      for (; !isOver(); await sleep(LOOK_MS)) {
        const atLeast = answered
        done = atLeast - (await live())
      }
    })()
    const client = async ({ post }: Connection) => {
      while (!isOver()) {
        if (asked - done >= inFlight) await sleep(2)
        else {
          asked++
          const status = await post(path, body)
          if (status !== 201) throw new Error(`A request for an execution was answered with ${status}`)
          answered++
        }
      }
    }
    await Promise.all(connections.map(client))
    await looking
    for (const connection of connections) await connection[Symbol.asyncDispose]()
    while ((await live()) > 0) await sleep(5)
    const rate = answered / ((performance.now() - begun) / 1000)
    await requireSuccess(since)
    return rate
  }

  async function requireSuccess(since: Date): Promise<void> {
    const { rows } = await database.query<{ status: string; message: string | null }>(
      `select status, message from execution where status <> 'SUCCESS' and queued_at >= $1 limit 1`,
      [since],
    )
    if (rows[0] !== undefined) throw new Error(`An execution ended in ${rows[0].status}: ${rows[0].message}`)
  }

  return { database, measure, [Symbol.asyncDispose]: () => database.end() }
}

/**
 * Adds `total` copies of the newest execution of this project that ended, with its steps, as if one had run each second
 * before now.
 */
export async function addHistory({ database }: Load, projectId: string, total: number): Promise<void> {
  const columns = async (table: string, replaced: readonly string[]) => {
    const { rows } = await database.query<{ name: string }>(
      `select quote_ident(column_name) as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and column_name <> all($2)`,
      [table, replaced],
    )
    return rows.map(({ name }) => name).join(', ')
  }
  const own = await columns('execution', ['id', 'root_id'])
  const ofStep = await columns('step', ['execution_id'])
  const batch = 20_000
  for (let added = 0; added < total; added += batch) {
    await database.query(
      `with model as (select * from execution where project_id = $1 and status = 'SUCCESS'
                      order by id desc limit 1),
       fresh as (select uuidv7(make_interval(secs => -n)) as id from generate_series($2::integer, $3::integer) as n),
       copied as (insert into execution (id, root_id, ${own}) select f.id, f.id, ${own} from fresh f, model)
       insert into step (execution_id, ${ofStep})
       select f.id, ${ofStep} from fresh f, step where step.execution_id = (select id from model)`,
      [projectId, total - added - Math.min(batch, total - added) + 1, total - added],
    )
  }
  await database.query('vacuum analyze execution, step')
}
