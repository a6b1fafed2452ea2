import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export interface Login {
  readonly user: string
  readonly pass: string
}

export type Download =
  | {
      /** Call it once and read the stream immediately: an error without a listener would end the process. */
      readonly open: () => Readable
      readonly bytes: number | undefined
      readonly from: string
      /** Gives up what was not read, if there is any. */
      readonly discard: () => Promise<void>
    }
  | { readonly fault: string }

const MAX_REDIRECTS = 10
/** A part of a file, for which nobody asked. */
const PARTIAL_CONTENT = 206

/**
 * Asks for a file and follows redirects itself: every hop goes through the guard of `fetcher`, none leaves
 * https, and credentials are not sent to another origin. Rejects when the server cannot be reached or
 * `signal` aborts.
 */
export async function download(
  url: URL,
  login: Login | undefined,
  fetcher: typeof fetch,
  signal: AbortSignal,
): Promise<Download> {
  const secure = url.protocol === 'https:'
  let at = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const authorization = login && at.origin === url.origin ? { authorization: basic(login) } : {}
    const response = await fetcher(at.href, { headers: authorization, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      const next = URL.parse(location, at.href)
      if (next === null || !/^https?:$/.test(next.protocol)) return badRedirect(at, 'a malformed address')
      if (secure && next.protocol !== 'https:') return badRedirect(at, 'a connection that is not encrypted')
      at = next
      continue
    }
    if (response.ok && response.status !== PARTIAL_CONTENT && response.body !== null)
      return found(response, at)
    await response.body?.cancel()
    return { fault: `${at.host} answered ${response.status} ${response.statusText}`.trimEnd() }
  }
  return { fault: `${url.host} redirected more than ${MAX_REDIRECTS} times` }
}

const badRedirect = ({ host }: URL, where: string) => ({ fault: `${host} redirected to ${where}` })

function found(response: Response, at: URL): Download {
  const body = response.body as ReadableStream
  const length = response.headers.get('content-length')
  const encoded = response.headers.has('content-encoding') // then the length is that of the packed bytes
  return {
    open: () => Readable.fromWeb(body),
    discard: () => (body.locked ? Promise.resolve() : body.cancel()),
    bytes: length === null || encoded ? undefined : Number(length),
    from: at.host,
  }
}

const basic = ({ user, pass }: Login): string => `Basic ${Buffer.from(`${user}:${pass}`).toString('base64')}`
