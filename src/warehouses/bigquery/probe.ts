import type { BigQueryConnection } from '../connection.ts'
import { BigQueryFault, createBigQueryClient } from './client.ts'
import { createTokenSource } from './credentials.ts'
import { createJobs } from './jobs.ts'

/**
 * Signs in, runs a statement, and looks for the dataset, which is not made. Answers what was reached. Throws
 * WarehouseError.
 */
export async function probeBigQuery(
  connection: BigQueryConnection,
  send: typeof fetch,
  signal: AbortSignal,
): Promise<string> {
  const { endpoint, project, dataset, location, credentials } = connection
  const client = createBigQueryClient(endpoint, createTokenSource(credentials, send), send)
  const path = `projects/${encodeURIComponent(project)}/datasets/${encodeURIComponent(dataset)}`
  const found = await client.get<{ readonly location?: string }>(path, {}, signal).catch((error: unknown) => {
    if (error instanceof BigQueryFault && error.status === 404 && /dataset/i.test(error.message))
      return undefined
    throw error
  })
  // Not in the dataset, which may be missing.
  const jobs = createJobs(client, { project, dataset: undefined })
  const job = await jobs.start('select session_user()', { signal, location: found?.location ?? location })
  const { rows } = await jobs.rows(job, { maxRows: 1 }, signal)
  const user = String(rows?.[0]?.f[0]?.v)
  const where =
    found === undefined
      ? `dataset ${dataset}, which the first step creates`
      : `dataset ${dataset} in ${found.location}`
  return `Ran a statement in the project ${project} as ${user}: ${where}`
}
