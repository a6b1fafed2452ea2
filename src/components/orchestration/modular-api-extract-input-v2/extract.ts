import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { authenticate } from '../../../connectors/authentication.ts'
import {
  elementsAt,
  everyElement,
  type PathStep,
  readPath,
  valueAt,
  valuesAt,
  writePath,
} from '../../../connectors/json-path.ts'
import { createPages, type PageReply } from '../../../connectors/pagination.ts'
import { type ConnectorRequest, prepareRequest } from '../../../connectors/prepare.ts'
import type { AuthenticationValues, Endpoint } from '../../../connectors/schema.ts'
import {
  type Exchange,
  ExchangeError,
  exchange,
  hasNoContent,
  readText,
  readTextChunks,
  retryWaitMs,
  waitMs,
} from '../../../connectors/send.ts'
import { createElementReader, ElementsError } from '../../../connectors/stream-elements.ts'
import { retryAfterMs, tooLongWait } from '../../../lib/retry-after.ts'
import { jsonOf } from '../../../lib/written-json.ts'
import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { Loaded } from '../../common/done-loads.ts'
import type { Gate } from '../../common/gates/gate-properties.ts'
import { successOfLoad } from '../../common/gates/gate-result.ts'
import { failure, success } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import type { StepContext } from '../../component.ts'
import { type Credentials, findCredentials } from './credentials.ts'
import { fieldsOfStructure, wholeElement } from './fields.ts'
import { createLoad, type Load, placeOf, TableExistsError } from './load.ts'
import type { ExtractSettings, ReadSettings } from './settings.ts'

const SILENCE_MS = 120_000
const MAX_ATTEMPTS = 6
const MAX_PAGE_BYTES = 4 * 1024 ** 3
const MAX_FAULT_BYTES = 64 * 1024
const FAULT_CHARACTERS = 500
const LOG_EVERY_MS = 2_000

/** Pages through an endpoint of a custom connector and loads what it answers (pipelines.md §4). */
export async function runExtract(
  context: StepContext,
  { settings, faults }: ReadSettings,
  gates: readonly Gate[] = [],
): Promise<Outcome> {
  if (faults.length > 0) return failure(faults.join('. '))
  const connector = await context.connector(settings.connector)
  if (connector === undefined) return failure(`There is no connector ${settings.connector}`)
  const endpoint = endpointOf(connector.endpoints, settings.endpoint)
  if (endpoint === undefined) {
    const names = connector.endpoints.map(({ name }) => name).join(', ')
    return failure(`The connector ${connector.name} has no endpoint ${settings.endpoint}; it has ${names}`)
  }
  const prepared = prepareRequest(endpoint, settings.given)
  const credentials = await findCredentials(context, endpoint, settings.credentials)
  const missing = 'faults' in credentials ? credentials.faults : []
  const refused =
    'faults' in credentials ? [] : authenticate(prepared.request, credentials.values, endpoint).faults
  const all = [...prepared.faults, ...missing, ...refused]
  if ('faults' in credentials || all.length > 0) return failure(all.join('. '))
  return extract({ context, settings, gates, endpoint, credentials, request: prepared.request })
}

function endpointOf(endpoints: readonly Endpoint[], wanted: string): Endpoint | undefined {
  const lower = wanted.toLowerCase()
  return (
    endpoints.find(({ name, endpointId }) => name === wanted || endpointId === lower) ??
    endpoints.find(({ name }) => name.toLowerCase() === lower)
  )
}

interface Extraction {
  readonly context: StepContext
  readonly settings: ExtractSettings
  readonly gates: readonly Gate[]
  readonly endpoint: Endpoint
  readonly credentials: Credentials
  readonly request: ConnectorRequest
}

async function extract(extraction: Extraction): Promise<Outcome> {
  const { context, settings, gates, endpoint } = extraction
  const { database, schema, name } = settings.table
  const table = tableName({ database, schema }, name)
  return withWarehouse(context, async (warehouse, options) => {
    const columns = settings.loadSelectedData ? fieldsOfStructure(endpoint) : wholeElement
    const key = context.idempotencyKey
    const gated = { context, gates }
    const load = createLoad({ warehouse, options, table, mode: settings.mode, key, columns, gated })
    try {
      const before = await load.begin()
      if (before !== undefined) {
        const message = `${shownTable(table)} was already loaded by an earlier attempt whose result was unknown`
        return success(message, countsOf(before))
      }
      const { pages, bytes, end } = await readPages(extraction, load)
      const loaded = await load.finish()
      const of = pages === 1 ? '1 page' : `${pages} pages`
      const message = `${loaded.rows} rows of ${of} ${placeOf(loaded, table)} (${end})`
      return successOfLoad(loaded, message, { ...countsOf(loaded), byteCount: bytes })
    } catch (error) {
      if (expected.some((kind) => error instanceof kind)) return failure((error as Error).message)
      throw error
    } finally {
      await load.abandon()
    }
  })
}

const countsOf = ({ rows, deleted }: Loaded) => ({
  rowCount: rows,
  changes: { inserted: rows, updated: 0, deleted },
})

/** The API did something that ends the extraction. */
class ExtractError extends Error {
  override readonly name = 'ExtractError'
}

const expected = [ExtractError, ExchangeError, ElementsError, TableExistsError]

/** Every page, one after another: what arrives is loaded before more is read. */
async function readPages(
  extraction: Extraction,
  load: Load,
): Promise<{ readonly pages: number; readonly bytes: number; readonly end: string }> {
  const { context, endpoint, settings, request } = extraction
  const walk = createPages(request, endpoint.pagination)
  const send = createSender(extraction)
  let next = walk.first
  let rows = 0
  let bytes = 0
  const counted = (more: number) => {
    bytes += more
  }
  let loggedAt = Date.now()
  for (let pages = 1; ; pages++) {
    const reply = await readPage(await send(next), extraction, load, counted)
    rows += reply.count
    if (Date.now() - loggedAt >= LOG_EVERY_MS) {
      context.log(`${rows} rows of ${pages} pages so far`)
      loggedAt = Date.now()
    }
    const step = walk.next(reply)
    if ('fault' in step) throw new ExtractError(step.fault)
    if ('end' in step) return { pages, bytes, end: step.end }
    if (pages === settings.pageLimit) return { pages, bytes, end: 'the page limit is reached' }
    next = step.request
  }
}

/**
 * Sends a page's request until it succeeds: waits for servers that are busy, and for those of a GET that have
 * answered before and do not now; retries once after 401.
 */
function createSender({ context, endpoint, credentials }: Extraction) {
  let values: AuthenticationValues = credentials.values
  let warned = false
  let hasAnswered = false

  function authenticated(request: ConnectorRequest): ConnectorRequest {
    const { request: whole, secrets, warnings, faults } = authenticate(request, values, endpoint)
    if (faults.length > 0) throw new ExtractError(faults.join('. '))
    for (const secret of secrets) context.mask(secret)
    if (!warned) for (const warning of warnings) context.log(warning)
    warned = true
    return traced(whole, context)
  }

  async function again(why: string, ms: number): Promise<void> {
    context.log(`${why}; asking again in ${Math.ceil(ms / 1000)} s`)
    await sleep(ms, undefined, { signal: context.signal })
  }

  return async (request: ConnectorRequest): Promise<Exchange> => {
    const limits = { signal: context.signal, silenceMs: SILENCE_MS }
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= MAX_ATTEMPTS // another token may follow the last attempt
      const exchanged = await exchange(context.fetch, authenticated(request), limits).catch(
        (error: unknown) => {
          const isLost = error instanceof ExchangeError && error.cause !== undefined
          if (isLost && hasAnswered && request.method === 'GET' && !isLast) return error
          throw error
        },
      )
      if (exchanged instanceof ExchangeError) {
        await again(exchanged.message, waitMs(attempt))
        continue
      }
      hasAnswered = true
      const { response } = exchanged
      if (response.ok) return exchanged
      if (response.status === 401 && credentials.renewed !== undefined && !renewed) {
        await response.body?.cancel()
        renewed = true
        values = await renewal(credentials.renewed)
        continue
      }
      const asked = isLast ? undefined : retryWaitMs(response, request.method, attempt, Date.now())
      if (asked === undefined) throw await responseError(exchanged, context)
      await response.body?.cancel()
      await again(`Answered ${response.status}`, asked)
    }
  }
}

/** With the headers by which the trace continues, unless the connector has some of its own. */
function traced(request: ConnectorRequest, { traceHeaders }: StepContext): ConnectorRequest {
  const isOwn = request.headers.some(([name]) => name.toLowerCase() === 'traceparent')
  if (traceHeaders === undefined || isOwn) return request
  return { ...request, headers: [...request.headers, ...Object.entries(traceHeaders)] }
}

const renewal = (renew: () => Promise<AuthenticationValues>): Promise<AuthenticationValues> =>
  renew().catch((error: unknown) => {
    throw new ExtractError(
      `The server rejected the token, and no other is available: ${(error as Error).message}`,
    )
  })

async function responseError(exchanged: Exchange, context: StepContext): Promise<ExtractError> {
  const limits = { signal: context.signal, silenceMs: SILENCE_MS, maxBytes: MAX_FAULT_BYTES }
  const { text } = await readText(exchanged, limits).catch(() => ({ text: '' }))
  const asked = retryAfterMs(exchanged.response.headers.get('retry-after'), Date.now())
  return new ExtractError(`${answered(exchanged)}${tooLongWait(asked)}${quotation(text)}`)
}

const answered = ({ response, url }: Exchange): string =>
  `${new URL(url).host} answered ${response.status} ${response.statusText}`.trimEnd()

function quotation(text: string): string {
  const shown = [...text.trim()].slice(0, FAULT_CHARACTERS).join('')
  return shown === '' ? '' : `: ${shown}`
}

/** Loads the elements of one page as they arrive. A value where a list should be is one element. */
async function readPage(
  exchanged: Exchange,
  extraction: Extraction,
  load: Load,
  counted: (bytes: number) => void,
): Promise<PageReply> {
  const { context, endpoint } = extraction
  const { url, response } = exchanged
  const { headers } = response
  if (hasNoContent(response))
    return { url, headers, document: null, count: 0, lastElement: undefined, digest: '' }
  const path = readPath(endpoint.response.repeatingElement ?? '') ?? []
  const reader = createElementReader(path)
  const digest = createHash('sha256')
  const limits = {
    signal: context.signal,
    silenceMs: SILENCE_MS,
    maxBytes: MAX_PAGE_BYTES,
    counted,
    exact: true,
  }
  let count = 0
  let lastElement: string | undefined

  async function take(element: string): Promise<void> {
    count++
    lastElement = element
    digest.update(element).update(',')
    await load.add(element)
  }

  for await (const piece of readTextChunks(exchanged, limits, tooLarge)) {
    for (const element of reader.push(piece)) await take(element)
  }
  const document = reader.end()
  for (const element of elementsAt(document, path)) await take(jsonOf(element))
  if (count === 0) checkEmpty(exchanged, document, path, context)
  return { url, headers, document, count, lastElement, digest: digest.digest('base64') }
}

/**
 * Many APIs leave an empty list out, which the log says. Where what should hold the list is missing as well,
 * the answer is an error with a status that says otherwise, as GraphQL gives it; so it is where something
 * else is in its place. Throws ExtractError.
 */
function checkEmpty(
  exchanged: Exchange,
  document: unknown,
  path: readonly PathStep[],
  context: StepContext,
): void {
  const every = path.indexOf(everyElement)
  const list = every === -1 ? path : path.slice(0, every)
  const parent = list.slice(0, -1)
  if (list.length > 0 && (valueAt(document, parent) ?? null) === null)
    throw new ExtractError(
      `${answered(exchanged)} without ${writePath(parent)}${quotation(jsonOf(document))}`,
    )
  const value = valueAt(document, list)
  if (value === undefined) context.log(`The response has no ${writePath(list)}`)
  else if (!Array.isArray(value)) {
    if (value === null) return
    const what = `${answered(exchanged)}, but ${writePath(list)} is not a list`
    throw new ExtractError(`${what}${quotation(jsonOf(document))}`)
  } else if (value.length > 0 && valuesAt(document, path).length === 0)
    context.log(`The response has no ${writePath(path)}`)
}

function tooLarge(): void {
  throw new ExtractError(`A page has more than ${MAX_PAGE_BYTES / 1024 ** 3} GiB`)
}
