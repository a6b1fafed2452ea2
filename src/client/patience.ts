import type { Client } from './client.ts'
import { Failure } from './failure.ts'

/** A server that is away for longer than this is not waited for any more. */
const MAX_AWAY_MINUTES = 10
const PAUSE_MS = 1_000
/** What a proxy or a server that restarts answers. */
const passing: ReadonlySet<number | undefined> = new Set([502, 503, 504])

interface PatienceTools {
  readonly now: () => number
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly note: (line: string) => void
}

/** Whether the server did not answer, or says that it will again. */
export const isAway = (error: unknown): error is Failure =>
  error instanceof Failure && (passing.has(error.status) || (error.status === undefined && !!error.cause))

/**
 * The same client, but it repeats reads while the server is away, and says so. What is watched continues
 * meanwhile.
 */
export function patientClient(client: Client, { now, wait, note }: PatienceTools): Client {
  type Options = { readonly signal?: AbortSignal } | undefined

  async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const end = now() + MAX_AWAY_MINUTES * 60_000
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask()
      } catch (error) {
        if (signal?.aborted || !isAway(error) || now() >= end) throw error
        if (attempt === 1) note(`Waiting up to ${MAX_AWAY_MINUTES} minutes for the server: ${error.message}`)
      }
      await wait(PAUSE_MS, signal)
    }
  }

  const get = client.get as (path: string, options: Options) => Promise<unknown>
  const send = client.send as (method: string, path: string, options: Options) => Promise<Response>
  const patient = {
    ...client,
    get: (path: string, options: Options) => patiently(() => get(path, options), options?.signal),
    send: (method: string, path: string, options: Options) =>
      method === 'get'
        ? patiently(() => send(method, path, options), options?.signal)
        : send(method, path, options),
  }
  return patient as unknown as Client
}
