import { errorText } from '../../lib/error-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { shownMessage } from './hints.ts'
import { createReportFinder } from './report.ts'

export interface WireColumn {
  readonly name: string
  /** As ClickHouse writes it, such as `Nullable(Decimal(10, 2))`. */
  readonly type: string
}

/** Cells as texts. */
export type WireRow = readonly (string | null)[]

interface Reading {
  readonly signal: AbortSignal
  /** Stops the statement in the database; what it is given settles when reading has ended. */
  readonly stop: (ended: Promise<unknown>) => Promise<void>
}

const BATCH_ROWS = 1_000

/**
 * The columns and rows of an answer in the format TabSeparatedWithNamesAndTypes; rows are read as they are
 * asked for. Throws WarehouseError for what the server reports instead of, or behind, some rows.
 */
export async function readRows(
  response: Response,
  { signal, stop }: Reading,
): Promise<{
  readonly columns: readonly WireColumn[]
  readonly rows: AsyncGenerator<readonly WireRow[]>
}> {
  const ended = Promise.withResolvers<void>()
  const giveUp = () => void stop(ended.promise)
  signal.addEventListener('abort', giveUp, { once: true })
  const lines = linesOf(response, signal)
  const end = () => {
    signal.removeEventListener('abort', giveUp)
    ended.resolve()
  }
  const head = async () => {
    const first = await lines.next()
    if (first.done === true) return { names: [], types: [], early: [] }
    let [names, types, ...early] = first.value
    while (types === undefined) {
      const more = await lines.next()
      if (more.done === true) throw faultOf(names ?? '')
      ;[types, ...early] = more.value
    }
    return { names: cellsOf(names ?? ''), types: cellsOf(types), early }
  }
  const { names, types, early } = await head().catch((error: unknown) => {
    end()
    throw error
  })

  async function* rows(): AsyncGenerator<readonly WireRow[]> {
    let isWhole = false
    try {
      for (let batch: readonly string[] = early; ; ) {
        if (batch.length > 0) yield batch.map(cellsOf)
        signal.throwIfAborted()
        const next = await lines.next()
        if (next.done === true) break
        batch = next.value
      }
      isWhole = true
    } finally {
      if (!isWhole && !signal.aborted) {
        const stopping = stop(ended.promise)
        await lines.return(undefined)
        end()
        await stopping
      }
      end()
    }
  }
  return {
    columns: names.map((name, index) => ({ name: name ?? '', type: types[index] ?? '' })),
    rows: rows(),
  }
}

/**
 * The lines of an answer, some at a time. Throws WarehouseError where the answer ends with a message of the
 * server.
 */
async function* linesOf(response: Response, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  const finder = createReportFinder(response.headers.has(REPORT_HEADER))
  let rest = ''
  try {
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array, { stream: true })
      const end = text.lastIndexOf('\n')
      // A long line arrives in many pieces: it is searched once, when it is complete.
      if (end < 0) {
        rest += text
        continue
      }
      const lines = (rest + text.slice(0, end)).split('\n')
      rest = text.slice(end + 1)
      yield* inBatches(finder.rowsOf(lines))
      if (finder.isWhole()) break
    }
  } catch (error) {
    signal.throwIfAborted()
    // Servers break the connection behind a report.
    if (finder.isFound()) throw faultOf(finder.report(rest) ?? '')
    throw new WarehouseError(
      `The connection to ClickHouse ended in the middle of the rows: ${errorText(error)}`,
      { cause: error },
    )
  }
  signal.throwIfAborted()
  const report = finder.report(rest) ?? rest
  if (report !== '') throw faultOf(report)
  yield* inBatches(finder.waiting())
}

function* inBatches(lines: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < lines.length; from += BATCH_ROWS) yield lines.slice(from, from + BATCH_ROWS)
}

/** Of servers that put what they report between marks. */
const REPORT_HEADER = 'x-clickhouse-exception-tag'
const OK = 200
const faultOf = (text: string): WarehouseError => new WarehouseError(shownMessage(OK, text))

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  r: '\r',
  n: '\n',
  t: '\t',
  '0': '\0',
}

const cellsOf = (line: string): WireRow =>
  line
    .split('\t')
    .map((cell) =>
      cell === '\\N'
        ? null
        : cell.includes('\\')
          ? cell.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign)
          : cell,
    )
