import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '../../lib/error-text.ts'
import { isUnsent } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type BigQueryClient, BigQueryFault, passes, type Query } from './client.ts'
import { liftTexts } from './split.ts'
import type { JobResource, QueryParameter, QueryResults } from './wire.ts'

/**
 * One statement as BigQuery runs it: a job with a name that is ours, so that it can be cancelled from the
 * first moment on.
 */
export interface Job {
  readonly id: string
  /** How Google's console and INFORMATION_SCHEMA.JOBS name it. */
  readonly shownId: string
  readonly location: string | undefined
}

export interface JobOptions {
  readonly signal: AbortSignal
  /** The session that it runs in; `new` begins one. */
  readonly session?: { readonly id: string } | 'new' | undefined
  readonly location: string | undefined
  /** Values that the statement names with @. */
  readonly parameters?: Readonly<Record<string, string>> | undefined
}

/** Jobs of one project. Methods throw WarehouseError, or the signal's reason when it aborts. */
export interface Jobs {
  start(sql: string, options: JobOptions): Promise<Job>
  /** What a statement is, and the columns that it would have, without running it. */
  dryRun(sql: string, options: JobOptions): Promise<JobResource>
  /** Waits until it has ended, and answers as many of its rows as are asked for. An abort cancels it. */
  rows(
    job: Job,
    page: { readonly maxRows: number; readonly token?: string | undefined },
    signal: AbortSignal,
  ): Promise<QueryResults>
  /** What a job that has ended did. */
  resource(job: Job, signal: AbortSignal): Promise<JobResource>
  /** The jobs of the statements of a script, in any order. */
  children(job: Job, signal: AbortSignal): Promise<readonly JobResource[]>
}

const POLL_MS = 10_000
const CANCEL_MS = 5_000
const CANCEL_ATTEMPTS = 5
const CANCEL_PAUSE_MS = 200
/** At once: the service sends them in pages. */
const MAX_CHILDREN = 1_000

interface JobList {
  readonly jobs?: readonly JobResource[]
  readonly nextPageToken?: string | null
}

/** Statements name tables of `dataset`, where there is one, without naming it. */
export function createJobs(
  client: BigQueryClient,
  { project, dataset }: { readonly project: string; readonly dataset: string | undefined },
): Jobs {
  const path = `projects/${encodeURIComponent(project)}`

  function configurationOf(given: string, { session, parameters = {} }: JobOptions) {
    const { sql, parameters: lifted } = liftTexts(given)
    const named = Object.entries({ ...parameters, ...lifted })
    const texts = named.map(
      ([name, value]): QueryParameter => ({
        name,
        parameterType: { type: 'STRING' },
        parameterValue: { value },
      }),
    )
    return {
      query: sql,
      useLegacySql: false,
      ...(dataset !== undefined && { defaultDataset: { projectId: project, datasetId: dataset } }),
      ...(texts.length > 0 && { parameterMode: 'NAMED', queryParameters: texts }),
      ...(session === 'new' && { createSession: true }),
      ...(typeof session === 'object' && {
        connectionProperties: [{ key: 'session_id', value: session.id }],
      }),
    }
  }

  /** A job that the service has not heard of yet may be on its way. */
  async function cancel({ id, location }: Job): Promise<void> {
    const signal = AbortSignal.timeout(CANCEL_MS)
    const query = location === undefined ? '' : `?location=${encodeURIComponent(location)}`
    for (let attempt = 1; attempt <= CANCEL_ATTEMPTS; attempt++) {
      try {
        await client.post(`${path}/jobs/${id}/cancel${query}`, {}, signal, true)
        return
      } catch (error) {
        if (!(error instanceof BigQueryFault) || error.status !== 404) return
        await pause(CANCEL_PAUSE_MS)
      }
    }
  }

  async function cancelling<T>(job: Job, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!signal.aborted) throw error
      await cancel(job)
      throw signal.reason
    }
  }

  /** A job that is not waited for any longer does not go on. */
  async function giveUp(job: Job, error: unknown): Promise<never> {
    await cancel(job)
    const doubt = `It is unknown whether the job ${job.shownId} was done: check the job history before you run the step again.`
    throw new WarehouseError(`${errorText(error)}\n${doubt}`, { cause: error })
  }

  /** The rows of a job that has ended; undefined while it runs. */
  async function ended(job: Job, query: Query, signal: AbortSignal): Promise<QueryResults | undefined> {
    try {
      const results = await client.get<QueryResults>(`${path}/queries/${job.id}`, query, signal)
      return results.jobComplete === true ? results : undefined
    } catch (error) {
      if (signal.aborted || !passes(error)) throw error
      // A job that failed may answer like a service that is busy.
      const { status } = await resourceOf(job, signal).catch((failure: unknown) => {
        if (signal.aborted || !passes(failure)) throw failure
        return giveUp(job, failure)
      })
      if (status?.state === 'DONE') throw error
      return undefined
    }
  }

  const resourceOf = (job: Job, signal: AbortSignal): Promise<JobResource> =>
    client.get<JobResource>(`${path}/jobs/${job.id}`, { location: job.location }, signal, true)

  return {
    async start(sql, options) {
      const { signal, location } = options
      signal.throwIfAborted()
      const id = `headrace_${randomUUID()}`
      const jobReference = { projectId: project, jobId: id, ...(location !== undefined && { location }) }
      const body = { jobReference, configuration: { query: configurationOf(sql, options) } }
      const job: Job = { id, location, shownId: `${project}:${location ?? 'US'}.${id}` }
      return cancelling(job, signal, async () => {
        try {
          const made = await client.post<JobResource>(`${path}/jobs`, body, signal, true)
          const at = made.jobReference.location ?? location
          return { id, location: at, shownId: `${project}:${at ?? 'US'}.${id}` }
        } catch (error) {
          // Sent again after a broken connection, and the first one had arrived.
          if (error instanceof BigQueryFault && error.status === 409) return job
          if (signal.aborted || !passes(error) || isUnsent(error)) throw error
          return giveUp(job, error)
        }
      })
    },
    async dryRun(sql, options) {
      const jobReference = {
        projectId: project,
        ...(options.location !== undefined && { location: options.location }),
      }
      const body = { jobReference, configuration: { dryRun: true, query: configurationOf(sql, options) } }
      return client.post<JobResource>(`${path}/jobs`, body, options.signal, true)
    },
    rows(job, { maxRows, token }, signal) {
      const query = {
        location: job.location,
        maxResults: maxRows,
        pageToken: token,
        timeoutMs: POLL_MS,
        'formatOptions.useInt64Timestamp': 'true',
      }
      return cancelling(job, signal, async () => {
        for (;;) {
          const results = await ended(job, query, signal)
          if (results !== undefined) return results
          signal.throwIfAborted()
        }
      })
    },
    resource: resourceOf,
    async children(job, signal) {
      const found: JobResource[] = []
      let pageToken: string | undefined
      do {
        const query = { parentJobId: job.id, maxResults: MAX_CHILDREN, projection: 'full', pageToken }
        const page = await client.get<JobList>(`${path}/jobs`, query, signal, true)
        found.push(...(page.jobs ?? []))
        pageToken = page.nextPageToken ?? undefined
      } while (pageToken !== undefined)
      return found
    },
  }
}
