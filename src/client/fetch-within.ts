import { Failure } from './failure.ts'
import { redirected, unreachable } from './unreachable.ts'

/**
 * How long a server may say nothing. Answers take seconds, some about repositories a minute; a followed log
 * shows signs of life.
 */
const SILENCE_MS = 120_000
/** Time is added for a body that is sent: 32 KiB in a second are a slow line. */
const UPLOAD_BYTES_PER_MS = 32

interface Patience {
  /** Of the body that is sent. */
  readonly bytes?: number | undefined
  readonly silenceMs?: number | undefined
}

/**
 * `fetch` that gives up a silent server: before it answers, and between two pieces of its body. Rejects with
 * Failure then, at a redirect, and when the server cannot be reached, and so does reading the body; with the
 * caller's reason after an abort.
 */
export async function fetchWithin(
  address: URL,
  init: RequestInit,
  { bytes = 0, silenceMs = SILENCE_MS }: Patience = {},
): Promise<Response> {
  const silence = new AbortController()
  const abortAfter = (ms: number) =>
    setTimeout(() => {
      silence.abort(new Error(`no response for ${Math.round(ms / 100) / 10} s`))
    }, ms)
  const signals = [silence.signal, ...(init.signal ? [init.signal] : [])]
  const explain = (error: unknown): never => {
    throw init.signal?.aborted || error instanceof Failure ? error : unreachable(address, error)
  }
  const untilAnswer = abortAfter(silenceMs + bytes / UPLOAD_BYTES_PER_MS)
  const response = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) })
    .catch(explain)
    .finally(() => clearTimeout(untilAnswer))
  if (response.headers.has('location') && response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    throw redirected(address, response)
  }
  if (response.body === null) return response
  const read = watched(response.body, () => abortAfter(silenceMs), explain)
  const { status, statusText, headers } = response
  return new Response(read, { status, statusText, headers })
}

/**
 * The same body; `watch` runs while a piece is awaited: a reader that takes its time is not the server's
 * silence.
 */
function watched(
  body: ReadableStream<Uint8Array>,
  watch: () => NodeJS.Timeout,
  explain: (error: unknown) => never,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const timer = watch()
      const piece = await reader
        .read()
        .catch(explain)
        .finally(() => clearTimeout(timer))
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
