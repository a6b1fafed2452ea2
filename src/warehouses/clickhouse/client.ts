import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '../../lib/error-text.ts'
import { textUpTo } from '../../lib/text-up-to.ts'
import { unlessAborted } from '../../lib/wait.ts'
import { awayMessage, isUnsent } from '../away.ts'
import { LostAnswerError, WarehouseError } from '../warehouse-error.ts'
import type { ClickHouseConnection } from './connection.ts'
import { shownMessage } from './hints.ts'
import { quoteText } from './quote.ts'
import { readRows, type WireColumn, type WireRow } from './rows.ts'
import { SETTINGS } from './settings.ts'

/** A statement that has begun to answer. */
export interface Answer {
  /** As `system.query_log` names it. */
  readonly id: string
  readonly columns: readonly WireColumn[]
  /** Rows that it wrote. */
  readonly written: number
  /** Has to be read to its end or left; whoever leaves it stops the statement. */
  readonly rows: AsyncGenerator<readonly WireRow[]>
}

export interface StatementPlace {
  /** Where bare names lead; undefined is left to the server. */
  readonly database: string | undefined
  readonly signal: AbortSignal
  /** It only reads, so that its rows are handed out while it runs. */
  readonly isRead: boolean
  /** The server refuses it where it would change anything. */
  readonly readOnly?: boolean | undefined
  /** The server refuses it while another of this name runs. */
  readonly name?: string | undefined
}

/** Runs one statement; an abort stops it in the database. Throws WarehouseError, or the signal's reason. */
export type Run = (sql: string, place: StatementPlace) => Promise<Answer>

const FORMAT = 'TabSeparatedWithNamesAndTypes'
const STOP_MS = 5_000
const STOP_PAUSE_MS = 100

/** Statements over the HTTP interface of one server; nothing is kept between two of them. */
export function createClient(connection: ClickHouseConnection, send: typeof fetch): Run {
  const { host, port, ssl, user, password = '' } = connection
  if (user.includes(':'))
    throw new WarehouseError(
      'A user of ClickHouse whose name has a colon cannot sign in over HTTP: use another one',
    )
  const basic = Buffer.from(`${user}:${password}`).toString('base64')
  const base = `${ssl ? 'https' : 'http'}://${host}:${port}/`

  function post(sql: string, parameters: Readonly<Record<string, string>>, signal: AbortSignal) {
    return send(`${base}?${new URLSearchParams(parameters)}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${basic}`,
        'content-type': 'text/plain; charset=utf-8',
      },
      body: sql,
      redirect: 'manual',
      signal,
    })
  }

  /**
   * Asks the server to stop a statement until it has ended: one that has just been sent is not known there
   * yet.
   */
  async function stop(id: string, ended: Promise<unknown>): Promise<void> {
    const limit = AbortSignal.timeout(STOP_MS)
    const over = ended.then(
      () => true,
      () => true,
    )
    const kill = `kill query where query_id = ${quoteText(id)} async`
    while (!limit.aborted) {
      await post(kill, {}, limit)
        .then((response) => response.body?.cancel())
        .catch(() => undefined)
      if (await Promise.race([over, pause(STOP_PAUSE_MS, false)])) return
    }
  }

  return async (sql, { database, signal, isRead, readOnly = false, name }) => {
    signal.throwIfAborted()
    const id = name ?? randomUUID()
    const request = new AbortController()
    const parameters = {
      ...SETTINGS,
      query_id: id,
      default_format: FORMAT,
      ...(database !== undefined && { database }),
      // Only then the answer says how many rows were written.
      ...(!isRead && { wait_end_of_query: '1' }),
      ...(readOnly && { readonly: '2' }),
    }
    const sent = post(sql, parameters, request.signal)
    const response = await unlessAborted(sent, signal).catch(async (error: unknown) => {
      const server = `ClickHouse at ${host}:${port}`
      if (!signal.aborted && isUnsent(error))
        throw new WarehouseError(awayMessage(server, error, ADVICE), { cause: error })
      await stop(id, sent)
      request.abort()
      signal.throwIfAborted()
      const said = `The connection to ${server} was lost: ${errorText((error as Error).cause ?? error)}`
      throw new LostAnswerError(`${said}\n${isRead ? LOST_READ : lostWrite(id)}`, { cause: error })
    })
    if (!response.ok)
      throw new WarehouseError(shownMessage(response.status, await textUpTo(response, MAX_MESSAGE_BYTES)))
    const { columns, rows } = await readRows(response, {
      signal,
      stop: async (ended) => {
        await stop(id, ended)
        request.abort()
      },
    })
    return { id, columns, rows, written: writtenOf(response) }
  }
}

const ADVICE =
  'Check host, port and TLS: 8443 answers with TLS, 8123 without; 9000 and 9440 are of another protocol.'

const LOST_READ =
  'Run the step again. If no statement gets through, check port and TLS: 8443 answers with TLS, 8123 without.'

const lostWrite = (id: string): string =>
  `It is unknown whether the statement was done: look for the query_id ${id} in system.query_log before you run the step again.`

const MAX_MESSAGE_BYTES = 20_000

function writtenOf(response: Response): number {
  const summary = response.headers.get('x-clickhouse-summary')
  if (summary === null) return 0
  const { written_rows: written } = JSON.parse(summary) as { readonly written_rows?: string }
  return Number(written ?? 0)
}
