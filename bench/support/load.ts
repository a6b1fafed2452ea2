import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { liveStates } from '../../src/features/executions/states.ts'
import type { Connection } from './connection.ts'
import type { BenchPlatform } from './platform.ts'

/** Executions of one pipeline, asked for over HTTP as fast as they are done. */
export interface Load extends AsyncDisposable {
  /** Connection for looking at tables. */
  readonly database: pg.Client
  /**
   * Executions a second that ended, with at most `inFlight` between request and end. Throws when one did not
   * succeed.
   */
  measure(seconds: number, inFlight: number): Promise<number>
  /** How many executions it has measured until now. */
  measured(): number
}

const CLIENTS = 128
const LOOK_MS = 5
/**
 * Only the oldest are looked at: they end roughly in the order they began, and a look at all takes processor
 * time from what is measured.
 */
const LOOKED_AT = 100

export async function openLoad(
  platform: BenchPlatform,
  projectId: string,
  pipelineName: string,
): Promise<Load> {
  const database = new pg.Client(platform.databaseUrl)
  await database.connect()
  await database.query('set enable_seqscan = off') // also not while the table is small
  const path = `/api/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName, environmentName: 'Bench' }

  /**
   * Forgets of the oldest those that have ended. By their ids: what that costs does not grow with what was
   * run before.
   */
  async function look(open: Set<string>): Promise<void> {
    const { rows } = await database.query<{ id: string; status: string; message: string | null }>({
      name: 'look',
      text: `select id, status, message from execution
              where id = any($1::uuid[]) and status <> all($2::text[])`,
      values: [[...open].slice(0, LOOKED_AT), liveStates],
    })
    for (const { id, status, message } of rows) {
      if (status !== 'SUCCESS') throw new Error(`An execution ended in ${status}: ${message}`)
      open.delete(id)
    }
  }

  let measured = 0

  async function measure(seconds: number, inFlight: number): Promise<number> {
    // Between two measurements the server closes what is idle.
    const connections = await Promise.all(Array.from({ length: CLIENTS }, () => platform.connect()))
    const begun = performance.now()
    const isOver = () => performance.now() - begun >= seconds * 1000
    const open = new Set<string>()
    let asking = 0
    let answered = 0
    /** Clients that wait until something ends. */
    const waiting: (() => void)[] = []
    const room = () => inFlight - asking - open.size
    function wake(count: number): void {
      for (const go of waiting.splice(0, count)) go()
    }
    const looking = (async () => {
      for (; !isOver(); await sleep(LOOK_MS)) {
        await look(open)
        wake(Math.max(0, room()))
      }
      wake(waiting.length)
    })()
    const client = async ({ post }: Connection) => {
      while (!isOver()) {
        if (room() <= 0) await new Promise<void>((go) => void waiting.push(go))
        else {
          asking++
          const answer = await post(path, body)
          asking--
          if (answer.status !== 201)
            throw new Error(`A request for an execution was answered: ${answer.body}`)
          open.add((JSON.parse(answer.body) as { pipelineExecutionId: string }).pipelineExecutionId)
          answered++
        }
      }
    }
    await Promise.all([...connections.map(client), looking])
    for (const connection of connections) await connection[Symbol.asyncDispose]()
    for (await look(open); open.size > 0; await look(open)) await sleep(5)
    measured += answered
    return answered / ((performance.now() - begun) / 1000)
  }

  return { database, measure, measured: () => measured, [Symbol.asyncDispose]: () => database.end() }
}

/**
 * Adds `total` copies of the newest execution of this project that ended, with its steps, as if one had run
 * each second before now.
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
