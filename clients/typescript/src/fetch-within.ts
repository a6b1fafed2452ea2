/** Time is added for a body that is sent: 32 KiB in a second are a slow line. */
const UPLOAD_BYTES_PER_MS = 32
const wholeTypes = /^application\/(problem\+)?json\b/

/**
 * `fetch` that gives up a server that says nothing for `timeoutMs`: before it answers, and between two pieces
 * of a JSON body. That is read before it resolves, so that one that breaks off rejects as a connection does:
 * with a TypeError.
 */
export async function fetchWithin(request: Request, timeoutMs: number): Promise<Response> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectWithin = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), ms)
  }
  const bytes = request.body === null ? 0 : (await request.clone().arrayBuffer()).byteLength
  try {
    expectWithin(timeoutMs + bytes / UPLOAD_BYTES_PER_MS)
    const signal = AbortSignal.any([request.signal, silence.signal])
    // A redirect would be followed without the token, and a POST as a GET.
    const response = await fetch(request.clone(), { signal, redirect: 'manual' })
    if (wholeTypes.test(response.headers.get('content-type') ?? '')) {
      const reader = response.clone().body?.getReader()
      do expectWithin(timeoutMs)
      while ((await reader?.read())?.done === false)
    }
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
