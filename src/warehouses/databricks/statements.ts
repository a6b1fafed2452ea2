import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '../../lib/error-text.ts'
import { AwayError } from '../away.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { DatabricksConnection } from './connection.ts'
import { CHECK_HISTORY, DatabricksFault, type Requests } from './requests.ts'
import { onlyReads, splitStatements } from './split.ts'
import type { ResultChunk, StatementResponse, WireColumn, WireRow } from './wire.ts'

/** A statement that has ended well. */
export interface Done {
  /** As the query history names it. */
  readonly id: string
  readonly columns: readonly WireColumn[]
  readonly rowCount: number
  readonly first: ResultChunk | undefined
}

export interface StatementSettings {
  /** Where bare names lead; undefined is left to the service. */
  readonly catalog: string | undefined
  readonly schema: string | undefined
  readonly signal: AbortSignal
  /** Takes a line for the log of the step. */
  readonly note?: ((line: string) => void) | undefined
}

/** Statements on one SQL warehouse. Methods throw WarehouseError, or the signal's reason. */
export interface Statements {
  /** Runs one statement; an abort cancels it in the database. */
  run(sql: string, settings: StatementSettings): Promise<Done>
  /** The rows of its result, part by part. */
  rows(done: Done, signal: AbortSignal): AsyncGenerator<readonly WireRow[]>
}

const PATH = '/api/2.0/sql/statements'
const MAX_STATEMENT_BYTES = 16 * 1024 * 1024
const FIRST_POLL_MS = 20
const MAX_POLL_MS = 1_000
/** A statement that has not begun after this waits for its warehouse. */
const PENDING_NOTE_MS = 5_000
const CANCEL_MS = 5_000
const TOO_MUCH_OF_A_BLOCK =
  'Blocks, procedures and other statements that may change something cannot answer more than 25 MB. What this one changed is kept: ' +
  'put its last SELECT into a statement of its own, and check the tables before you run the step again'
const inlineIsFull = /inline.{0,20}byte limit|disposition.{0,40}EXTERNAL_LINKS/is

export function createStatements(
  requests: Requests,
  { warehouseId }: Pick<DatabricksConnection, 'warehouseId'>,
): Statements {
  /** It answers at once, so that a statement can be cancelled as soon as there is one. */
  async function submit(sql: string, disposition: string, settings: StatementSettings) {
    const { catalog, schema, signal } = settings
    signal.throwIfAborted()
    const body = {
      warehouse_id: warehouseId,
      statement: sql,
      ...(catalog !== undefined && { catalog }),
      ...(schema !== undefined && { schema }),
      wait_timeout: '0s',
      on_wait_timeout: 'CONTINUE',
      disposition,
      format: 'JSON_ARRAY',
    }
    const answer = await requests.submit<StatementResponse>(PATH, body, signal)
    const { statement_id: id } = answer
    if (id === undefined) throw new WarehouseError('Databricks accepted a statement without an id for it')
    return { id, answer }
  }

  async function cancel(id: string): Promise<void> {
    await requests.post(`${PATH}/${id}/cancel`, {}, AbortSignal.timeout(CANCEL_MS)).catch(() => undefined)
  }

  async function ended(id: string, first: StatementResponse, settings: StatementSettings) {
    const { signal, note } = settings
    const from = performance.now()
    let answer = first
    let wait = FIRST_POLL_MS
    let isNoted = false
    for (;;) {
      signal.throwIfAborted()
      const state = answer.status?.state
      if (state !== 'PENDING' && state !== 'RUNNING') return answer
      if (state === 'PENDING' && !isNoted && performance.now() - from > PENDING_NOTE_MS) {
        isNoted = true
        note?.(`Waiting for the SQL warehouse ${warehouseId}, which starts or is busy`)
      }
      await pause(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
      wait = Math.min(wait * 1.5, MAX_POLL_MS)
      answer = await requests.get<StatementResponse>(`${PATH}/${id}`, signal)
    }
  }

  async function attempt(sql: string, disposition: string, settings: StatementSettings): Promise<Done> {
    const { id, answer } = await submit(sql, disposition, settings)
    try {
      return doneOf(id, await ended(id, answer, settings))
    } catch (error) {
      const { signal } = settings
      const isUnknown =
        error instanceof AwayError || (error instanceof DatabricksFault && error.status >= 500)
      if (!signal.aborted && !isUnknown) throw error
      await cancel(id)
      signal.throwIfAborted()
      const doubt = `It is unknown whether the statement ${id} was done: ${CHECK_HISTORY}`
      throw new WarehouseError(`${errorText(error)}\n${doubt}`, { cause: error })
    }
  }

  async function chunk(id: string, index: number, signal: AbortSignal): Promise<ResultChunk> {
    return requests.get<ResultChunk>(`${PATH}/${id}/result/chunks/${index}`, signal)
  }

  /** Links are valid for some minutes: one that is refused is asked for once more. */
  async function linked(id: string, part: ResultChunk, signal: AbortSignal): Promise<readonly WireRow[]> {
    const [link] = part.external_links ?? []
    if (link === undefined) return []
    const read = (one: typeof link) => requests.download(one.external_link, one.http_headers ?? {}, signal)
    const text = await read(link).catch(async (error: unknown) => {
      if (!(error instanceof DatabricksFault)) throw error
      const [fresh] = (await chunk(id, link.chunk_index ?? 0, signal)).external_links ?? []
      if (fresh === undefined) throw error
      return read(fresh)
    })
    return JSON.parse(text) as readonly WireRow[]
  }

  return {
    async run(sql, settings) {
      if (Buffer.byteLength(sql) > MAX_STATEMENT_BYTES)
        throw new WarehouseError(
          'The text of a statement can have at most 16 MB in Databricks: load fewer rows at once, or split it',
        )
      try {
        return await attempt(sql, 'INLINE', settings)
      } catch (error) {
        if (!(error instanceof DatabricksFault) || !inlineIsFull.test(error.message)) throw error
        // Only what changed nothing may be run a second time.
        if (!splitStatements(sql).every(onlyReads)) throw new WarehouseError(TOO_MUCH_OF_A_BLOCK)
        return attempt(sql, 'EXTERNAL_LINKS', settings)
      }
    },
    async *rows({ id, first }, signal) {
      for (let part = first; part !== undefined; ) {
        signal.throwIfAborted()
        yield part.data_array ?? (await linked(id, part, signal))
        const next: number | undefined = part.next_chunk_index ?? part.external_links?.[0]?.next_chunk_index
        part = next === undefined ? undefined : await chunk(id, next, signal)
      }
    },
  }
}

function doneOf(id: string, { status, manifest, result }: StatementResponse): Done {
  if (status?.state !== 'SUCCEEDED') throw faultOf(status)
  if (manifest?.truncated === true)
    throw new WarehouseError('Databricks cut off the result: write it into a table, and read from that')
  return {
    id,
    columns: manifest?.schema?.columns ?? [],
    rowCount: Number(manifest?.total_row_count ?? 0),
    first: result,
  }
}

function faultOf(status: StatementResponse['status']): WarehouseError {
  const { state, error, sql_state: sqlState } = status ?? {}
  if (state === 'CANCELED') return new WarehouseError('The statement was canceled in Databricks')
  if (state === 'CLOSED')
    return new WarehouseError('Databricks closed the statement, and its result is gone: run the step again')
  const said = error?.message ?? `The statement ended in the state ${state ?? 'unknown'}`
  const hasState = sqlState === undefined || said.includes(sqlState)
  const message = hasState ? said : `${said.trim()} SQLSTATE: ${sqlState}`
  return new DatabricksFault(message, 200, error?.error_code ?? '')
}
