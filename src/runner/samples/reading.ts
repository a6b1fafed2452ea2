import { join } from 'node:path'
import { createMasking } from '../../lib/masking.ts'
import type { ToRunner } from '../../protocol/messages.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { type ProbeTools, secretsFor } from '../probes/probe.ts'
import { environmentConnection } from '../steps/environment-connection.ts'
import { fileSafe } from '../steps/file-safe.ts'

/** The API gives a runner some seconds more. */
export const READING_TIMEOUT_MS = 15_000
const MAX_MESSAGE_CHARACTERS = 4_000

/** What reading from a database needs beside the tools: when to stop, and what must not be shown. */
export interface Reading {
  readonly signal: AbortSignal
  readonly mask: (value: string) => void
}

/** Why something cannot be read: the sentence, and whether it took too long. */
export interface ReadingFailure {
  readonly error: unknown
  readonly isTooLate: boolean
  readonly mask: (text: string) => string
}

/**
 * What `read` answers, or `explain` when it failed, with how long it took; undefined once it was cancelled.
 * Never throws.
 */
export async function readWithin<T extends object>(
  { cancelled, timeoutMs }: { readonly cancelled: AbortSignal; readonly timeoutMs: number },
  read: (reading: Reading) => Promise<T>,
  explain: (failure: ReadingFailure) => T,
): Promise<(T & { readonly latencyMs: number }) | undefined> {
  const masking = createMasking()
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([cancelled, timeout])
  const startedAt = performance.now()
  const outcome = await read({ signal, mask: masking.add }).catch((error: unknown) =>
    explain({ error, isTooLate: timeout.aborted, mask: masking.mask }),
  )
  if (cancelled.aborted) return undefined
  return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) }
}

/** A failure as it is answered. */
export const failed = (message: string) => ({ ok: false, message: message.slice(0, MAX_MESSAGE_CHARACTERS) })

type Asked = Extract<ToRunner, { kind: 'sample-wanted' | 'tables-wanted' | 'condition-wanted' }>

/** The database of an environment, as its runs have it. */
export async function openEnvironment(
  tools: ProbeTools,
  {
    sample: probe,
    project,
    environment,
    connection,
  }: Pick<Asked, 'sample' | 'project' | 'environment' | 'connection'>,
  reading: Reading,
): Promise<Warehouse> {
  const filesFolder = join(tools.filesRoot, project, fileSafe(environment))
  const location = { dataDir: tools.dataDir, filesFolder, project, environment }
  const secrets = secretsFor(tools, { probe, project, environment })
  return tools.warehouses.open(await environmentConnection(connection, location, secrets, reading))
}
