import type { Socket } from 'node:net'
import type pg from 'pg'

/** What node-postgres keeps of a connection and its types do not tell. */
interface Internals {
  readonly connection: { readonly stream: Socket }
  readonly processID: number | null
  readonly connectionParameters: { readonly statement_timeout: number | string | false }
}

const internals = (client: pg.ClientBase): Internals => client as unknown as Internals

export const streamOf = (client: pg.ClientBase): Socket => internals(client).connection.stream

/** The number of the process that serves this connection, as PostgreSQL or a pooler in front of it says. */
export const backendOf = (client: pg.ClientBase): number | undefined =>
  internals(client).processID ?? undefined

/** How long PostgreSQL itself lets a statement run, in ms; undefined without a limit. */
export function statementTimeoutOf(client: pg.ClientBase): number | undefined {
  const timeout = Number(internals(client).connectionParameters.statement_timeout)
  return timeout > 0 ? timeout : undefined
}

const FAREWELL_MS = 2_000

/**
 * Ends a connection on which nothing is in flight. Where nobody answers any more it is destroyed a moment
 * later: `client.end()` alone would wait for the other end.
 */
export async function endPromptly(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => streamOf(client).destroy(), FAREWELL_MS)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
  streamOf(client).destroy()
}
