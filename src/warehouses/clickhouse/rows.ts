import { errorText } from '../../lib/error-text.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { exceptionIn, shownMessage } from './hints.ts'

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
 * The columns and rows of an answer in the format TabSeparatedWithNamesAndTypes; rows are read as they are asked for. Throws
 * WarehouseError for what the server reports instead of, or behind, some rows.
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

/** The lines of an answer, some at a time. Throws WarehouseError where the answer ends with a message of the server. */
async function* linesOf(response: Response, signal: AbortSignal): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (let from = 0; from < lines.length; from += BATCH_ROWS) {
        const batch = lines.slice(from, from + BATCH_ROWS)
        const fault = batch.findIndex((line) => exceptionIn(line))
        if (fault >= 0) throw faultOf([...batch.slice(fault), rest].join('\n'))
        yield batch
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WarehouseError) throw error
    throw new WarehouseError(
      `The connection to ClickHouse ended in the middle of the rows: ${errorText(error)}`,
      {
        cause: error,
      },
    )
  }
  signal.throwIfAborted()
  if (rest !== '') throw faultOf(rest)
}

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
