import { createHash } from 'node:crypto'
import { authenticate } from '../../connectors/authentication.ts'
import { inferStructure, repeatingCandidates } from '../../connectors/infer-structure.ts'
import { elementsAt, readPath } from '../../connectors/json-path.ts'
import { createPages, type PageReply, type Pages } from '../../connectors/pagination.ts'
import { prepareRequest, urlOf } from '../../connectors/prepare.ts'
import type { AuthenticationValues, Endpoint } from '../../connectors/schema.ts'
import { type Exchange, ExchangeError, exchange, hasNoContent, readText } from '../../connectors/send.ts'
import { createMasking, type Masking } from '../../lib/masking.ts'
import { badRequest } from '../../lib/problem.ts'
import { jsonOf, parseWritten } from '../../lib/written-json.ts'
import type { TestAnswer, TestRequest } from './schema.ts'

const MAX_BODY_BYTES = 1024 * 1024
const SILENCE_MS = 20_000
const WHOLE_MS = 30_000

export interface TestTools {
  readonly fetch: typeof fetch
  /** Throws the problem that says why the OAuth entry cannot be used. */
  readonly tokenFor: (oauthId: string, host: string) => Promise<string>
}

/**
 * Sends one request of an endpoint and says what came back. The values of the test are used once; whatever of
 * them the API repeats is masked. Throws `bad-request` with every violation that keeps the request from being
 * sent; an API that does not respond gives a result with `error`.
 */
export async function testEndpoint(
  tools: TestTools,
  endpoint: Endpoint,
  { authentication, ...given }: TestRequest,
): Promise<TestAnswer> {
  const prepared = prepareRequest(endpoint, given)
  const values = await withToken(tools, authentication, new URL(urlOf(prepared.request)).host)
  const pages = createPages(prepared.request, endpoint.pagination)
  const { request, faults, secrets, warnings } = authenticate(pages.first, values, endpoint)
  const all = [...prepared.faults, ...faults]
  if (all.length > 0) throw badRequest(all.map((fault) => `body: ${fault}`))

  const masking = maskingOf(secrets)
  const started = performance.now()
  const asked = { url: masking.mask(urlOf(request)), warnings: [...warnings] }
  const limits = { signal: AbortSignal.timeout(WHOLE_MS), silenceMs: SILENCE_MS, maxBytes: MAX_BODY_BYTES }
  try {
    const exchanged = await exchange(tools.fetch, request, limits)
    const body = await readText(exchanged, { ...limits, exact: exchanged.response.ok })
    return { ...asked, ...described(exchanged, body, endpoint, pages, masking), durationMs: since(started) }
  } catch (error) {
    if (!limits.signal.aborted && !(error instanceof ExchangeError)) throw error
    const reason = limits.signal.aborted
      ? `No whole answer within ${WHOLE_MS / 1000} s`
      : (error as Error).message
    return { ...asked, ...nothing, error: masking.mask(reason), durationMs: since(started) }
  }
}

const nothing = { headers: [], body: '', bodyTruncated: false, structure: [], repeatingElements: [] }
const since = (started: number): number => Math.round(performance.now() - started)

async function withToken(
  { tokenFor }: TestTools,
  values: AuthenticationValues,
  host: string,
): Promise<AuthenticationValues> {
  if (values.type !== 'OAUTH') return values
  if (values.oauthId === undefined) throw badRequest(['body/authentication/oauthId is required for OAUTH'])
  return { type: 'OAUTH', token: await tokenFor(values.oauthId, host) }
}

function maskingOf(secrets: readonly string[]): Masking {
  const masking = createMasking()
  for (const secret of secrets) masking.add(secret)
  return masking
}

function described(
  exchanged: Exchange,
  { text, truncated }: { text: string; truncated: boolean },
  endpoint: Endpoint,
  pages: Pages,
  masking: Masking,
) {
  const { response } = exchanged
  const path = readPath(endpoint.response.repeatingElement ?? '') ?? []
  const parsed = hasNoContent(response) ? { value: null } : truncated ? undefined : parseJson(text)
  const structure = parsed === undefined ? [] : inferStructure(parsed.value)
  const elements = parsed === undefined ? undefined : elementsAt(parsed.value, path)
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].map(([name, value]) => ({ name, value: masking.mask(value) })),
    body: masking.mask(text),
    bodyTruncated: truncated,
    structure,
    repeatingElements: repeatingCandidates(structure),
    ...(elements !== undefined && { elementCount: elements.length }),
    ...(elements !== undefined &&
      response.ok &&
      endpoint.pagination.type !== 'NONE' && {
        nextPage: masking.mask(nextOf(pages, replyOf(exchanged, parsed?.value, elements))),
      }),
  }
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseWritten(text) }
  } catch {
    return undefined
  }
}

function replyOf({ url, response }: Exchange, document: unknown, elements: readonly unknown[]): PageReply {
  const text = jsonOf(elements)
  return {
    url,
    headers: response.headers,
    document,
    count: elements.length,
    lastElement: elements.length === 0 ? undefined : jsonOf(elements.at(-1)),
    digest: createHash('sha256').update(text).digest('base64'),
  }
}

function nextOf(pages: Pages, reply: PageReply): string {
  const next = pages.next(reply)
  if ('fault' in next) return next.fault
  if ('end' in next) return `Paging would end: ${next.end}`
  return `${next.request.method} ${urlOf(next.request)}`
}
