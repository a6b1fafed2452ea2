import type { StepContext } from '../component.ts'
import { callService, jsonOf, ServiceError } from './service-call.ts'

const TIMEOUT_MS = 120_000
const MAX_ANSWER_BYTES = 256 * 1024 * 1024

export interface AuthorizedGetOptions {
  readonly origin: string
  /**
   * A token for `host` alone. `rejected` names the one that was refused. May throw any Error that says why
   * it could not get one.
   */
  readonly token: (host: string, rejected: string | undefined) => Promise<string>
  readonly firstWaitMs?: number
  /** What to add to the message of an answer that is refused. */
  readonly advice?: (status: number) => string
  /** Told of the bytes of each answer. */
  readonly counted?: (bytes: number) => void
}

/**
 * Gets a path, which may have a query. `parse` answers undefined for a text that is not JSON. Throws
 * ServiceError with the words of the service.
 */
export type AuthorizedGet = (path: string, parse?: (text: string) => unknown) => Promise<unknown>

/** Gets JSON of one origin with a token, which is replaced once when it is refused. */
export function createAuthorizedGet(
  context: StepContext,
  { origin, token: tokenOf, firstWaitMs, advice = () => '', counted }: AuthorizedGetOptions,
): AuthorizedGet {
  const { host } = new URL(origin)
  let token: string | undefined

  const send = (path: string) => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const options = {
      timeoutMs: TIMEOUT_MS,
      resendsUnanswered: true,
      maxBytes: MAX_ANSWER_BYTES,
      ...(firstWaitMs !== undefined && { firstWaitMs }),
    }
    return callService(context, () => ({ method: 'GET' as const, url: `${origin}${path}`, headers }), options)
  }

  /** Entries may be limited to certain hosts, and tokens may be over: the message says so. */
  async function renew(rejected?: string): Promise<void> {
    try {
      token = await tokenOf(host, rejected)
    } catch (error) {
      context.signal.throwIfAborted()
      throw new ServiceError((error as Error).message)
    }
  }

  return async (path, parse = jsonOf) => {
    if (token === undefined) await renew()
    let answer = await send(path)
    if (answer.status === 401) {
      await renew(await digestOf(token ?? ''))
      answer = await send(path)
    }
    counted?.(Buffer.byteLength(answer.text))
    const body = parse(answer.text)
    if (!answer.ok || body === undefined)
      throw new ServiceError(`${answer.shown}${advice(answer.status)}`, answer.status)
    return body
  }
}

/** Names a token without telling it: SHA-256 in base64url. */
async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(token))
  return Buffer.from(digest).toString('base64url')
}
