/** Time is added for a body that is sent: 32 KiB in a second are a slow line. */
const UPLOAD_BYTES_PER_MS = 32
const wholeTypes = /^application\/(problem\+)?json\b/

/**
 * `fetch` that gives up a server that says nothing for `timeoutMs`. A JSON body is read before it resolves, so that one that
 * breaks off rejects as a connection does: with a TypeError.
 */
export async function fetchWithin(request: Request, timeoutMs: number): Promise<Response> {
  const silence = new AbortController()
  const abortAfter = (ms: number) => setTimeout(() => silence.abort(), ms)
  const bytes = request.body === null ? 0 : (await request.clone().arrayBuffer()).byteLength
  let timer = abortAfter(timeoutMs + bytes / UPLOAD_BYTES_PER_MS)
  try {
    const signal = AbortSignal.any([request.signal, silence.signal])
    const response = await fetch(request.clone(), { signal })
    clearTimeout(timer)
    timer = abortAfter(timeoutMs)
    if (wholeTypes.test(response.headers.get('content-type') ?? '')) await response.clone().arrayBuffer()
    return response
  } catch (error) {
    if (!silence.signal.aborted || request.signal.aborted) throw error
    throw new TypeError(`${new URL(request.url).origin} said nothing for ${timeoutMs} ms`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** What `read` resolves to; a TypeError when it takes longer. */
export async function within<T>(timeoutMs: number, read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError(`Nothing came for ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([read, silence])
  } finally {
    clearTimeout(timer)
  }
}
