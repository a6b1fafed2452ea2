import pg from 'pg'
import { deadline } from '../lib/wait.ts'
import { backendOf, endPromptly } from './client-internals.ts'

/** What a backend of PostgreSQL does, as `pg_stat_activity` says. */
export interface Backend {
  readonly pid: number
  /** `active` while it works on a statement; null where an administrator has switched that off. */
  readonly state: string | null
  /** What it waits for: `Lock`, `Client` and others; null when it computes. */
  readonly waitsFor: string | null
}

export type ProbeResult =
  /** Nobody answers at the database's address. */
  | { readonly is: 'silent'; readonly reason: string }
  /** PostgreSQL answers and does not let us look: too many connections, starting, behind a pooler. */
  | { readonly is: 'unclear' }
  | {
      readonly is: 'seen'
      readonly backends: ReadonlyMap<number, Backend>
      /** Whether commits of this account wait for a synchronous standby, with the locks that they hold. */
      readonly commitsWait: boolean
    }

const PROBE_MS = 2_000

/**
 * Looks over a connection of its own at what the given backends do. Answers within some two seconds, and
 * never throws.
 */
export async function probe(connection: pg.ClientConfig, pids: readonly number[]): Promise<ProbeResult> {
  const client = new pg.Client({ ...connection, application_name: 'headrace probe' })
  client.on('error', () => undefined) // what is in flight reports it
  try {
    return await deadline(PROBE_MS, look(client, pids))
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { is: 'unclear' }
    return { is: 'silent', reason: error instanceof Error ? error.message : String(error) }
  } finally {
    void endPromptly(client)
  }
}

async function look(client: pg.Client, pids: readonly number[]): Promise<ProbeResult> {
  await client.connect()
  const { rows } = await client.query<Backend & { own: number; isCommitWaiting: boolean }>(
    `select pid, state, wait_event_type as "waitsFor", pg_backend_pid() as own,
            wait_event is not distinct from 'SyncRep' as "isCommitWaiting"
       from pg_stat_activity where pid = any($1::integer[]) or pid = pg_backend_pid() or wait_event = 'SyncRep'
      order by pid <> pg_backend_pid()`,
    [pids],
  )
  // A pooler gives numbers of its own to its clients.
  if (rows[0]?.own !== backendOf(client)) return { is: 'unclear' }
  return {
    is: 'seen',
    backends: new Map(rows.map((row) => [row.pid, row])),
    commitsWait: rows.some(({ isCommitWaiting }) => isCommitWaiting),
  }
}
