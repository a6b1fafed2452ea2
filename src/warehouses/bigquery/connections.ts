import { guardedFetch, type OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { unlessAborted } from '../../lib/wait.ts'
import type { BigQueryConnection } from '../connection.ts'
import { createLimit } from '../limit.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type BigQueryClient, BigQueryFault, createBigQueryClient } from './client.ts'
import { createTokenSource } from './credentials.ts'
import { createJobs, type Job, type Jobs } from './jobs.ts'
import type { JobResource } from './wire.ts'

/** Statements that belong together: they share temporary tables, variables and a transaction. */
export interface BigQuerySession {
  /** The caller's, and that of closing. */
  readonly signal: AbortSignal
  readonly client: BigQueryClient
  readonly jobs: Jobs
  /** Where the environment's dataset is; undefined when its account may not know. */
  readonly location: string | undefined
  /** Several calls take turns on it, in one transaction. */
  readonly isShared?: boolean | undefined
  /** Starts a statement. `alone`: none follows that needs what it leaves behind. */
  start(
    sql: string,
    options?: { readonly alone?: boolean; readonly parameters?: Readonly<Record<string, string>> },
  ): Promise<Job>
  /** Ends the session, and with it what is open on it. Never throws. */
  release(): Promise<void>
}

export interface BigQueryConnections {
  /** Waits for its turn, and makes the environment's dataset where it is missing. Throws WarehouseError. */
  connect(signal: AbortSignal): Promise<BigQuerySession>
  /** Stops what runs. Later statements open it again. */
  close(): Promise<void>
}

export interface BigQueryLimits {
  readonly policy: OutgoingPolicy
  /** Sessions at a time. */
  readonly maxConnections: number
}

const END_MS = 15_000

/** The statements of one connection. Nothing is sent before the first of them. */
export function createBigQueryConnections(
  connection: BigQueryConnection,
  { policy, maxConnections }: BigQueryLimits,
): BigQueryConnections {
  const send = guardedFetch(policy)
  const turns = createLimit(maxConnections)
  let opened: Opened | undefined
  let closing = new AbortController()

  function open(): Opened {
    const client = createBigQueryClient(
      connection.endpoint,
      createTokenSource(connection.credentials, send),
      send,
    )
    const jobs = createJobs(client, connection)
    const location = datasetLocation(client, connection, closing.signal)
    const fresh = { client, jobs, location }
    location.catch(() => {
      if (opened === fresh) opened = undefined
    })
    return fresh
  }

  return {
    async connect(given) {
      const signal = AbortSignal.any([given, closing.signal])
      const leave = await turns.enter(signal)
      try {
        opened ??= open()
        const { client, jobs } = opened
        const location = await unlessAborted(opened.location, signal)
        return createSession({ client, jobs, location, signal, leave })
      } catch (error) {
        leave()
        throw error
      }
    },
    async close() {
      closing.abort(new WarehouseError('The connection to BigQuery was closed'))
      closing = new AbortController()
      opened = undefined
    },
  }
}

interface Opened {
  readonly client: BigQueryClient
  readonly jobs: Jobs
  readonly location: Promise<string | undefined>
}

/** Where the dataset is, which is made where it is missing. */
async function datasetLocation(
  client: BigQueryClient,
  { project, dataset, location }: BigQueryConnection,
  signal: AbortSignal,
): Promise<string | undefined> {
  const datasets = `projects/${encodeURIComponent(project)}/datasets`
  const read = () =>
    client.get<{ readonly location?: string }>(`${datasets}/${encodeURIComponent(dataset)}`, {}, signal)
  try {
    return (await read()).location ?? location
  } catch (error) {
    if (!(error instanceof BigQueryFault)) throw error
    // Who may run statements need not be allowed to see the dataset's properties.
    if (error.status === 403) return location
    if (error.status !== 404) throw error
  }
  const datasetReference = { projectId: project, datasetId: dataset }
  const made = { datasetReference, ...(location !== undefined && { location }) }
  try {
    return (await client.post<{ readonly location?: string }>(datasets, made, signal)).location ?? location
  } catch (error) {
    // Another process made it at the same moment.
    if (error instanceof BigQueryFault && error.status === 409) return (await read()).location ?? location
    throw error
  }
}

interface Parts extends Omit<BigQuerySession, 'start' | 'release'> {
  readonly leave: () => void
}

/** The service knows a session from the second statement on: one that stands alone needs none. */
function createSession({ leave, ...parts }: Parts): BigQuerySession {
  const { jobs, location, signal } = parts
  let id: string | undefined
  let isReleased = false

  async function begin(sql: string, parameters: Readonly<Record<string, string>> | undefined): Promise<Job> {
    const job = await jobs.start(sql, { signal, session: 'new', location, parameters })
    await jobs.rows(job, { maxRows: 0 }, signal).catch(async (error: unknown) => {
      // The session is there although its first statement failed.
      id = sessionOf(await jobs.resource(job, AbortSignal.timeout(END_MS)).catch(() => undefined))
      throw error
    })
    id = sessionOf(await jobs.resource(job, signal))
    if (id === undefined)
      throw new WarehouseError('BigQuery did not start a session for the statements of the script')
    return job
  }

  return {
    ...parts,
    async start(sql, { alone = false, parameters } = {}) {
      if (id !== undefined) return jobs.start(sql, { signal, session: { id }, location, parameters })
      return alone ? jobs.start(sql, { signal, location, parameters }) : begin(sql, parameters)
    },
    async release() {
      if (isReleased) return
      isReleased = true
      try {
        if (id === undefined) return
        const end = { signal: AbortSignal.timeout(END_MS), session: { id }, location }
        const job = await jobs.start('CALL BQ.ABORT_SESSION()', end)
        await jobs.rows(job, { maxRows: 0 }, end.signal)
      } catch {
        // It ends by itself when nothing is done with it for a day.
      } finally {
        leave()
      }
    },
  }
}

const sessionOf = (job: JobResource | undefined): string | undefined =>
  job?.statistics?.sessionInfo?.sessionId
