import type { Cell } from '../../../warehouses/warehouse.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { createCsvReader } from './csv-reader.ts'
import { decoded, unpacked } from './decode.ts'
import type { FileFormat } from './file-format.ts'
import { createJsonRows } from './json-rows.ts'
import { readParquet } from './parquet.ts'
import { takePlainBlocks } from './plain-blocks.ts'
import type { RecordSink } from './records.ts'
import type { TargetTable } from './target-table.ts'

/**
 * What a batch holds: two of them, the one that is written and the one that is read, are some tens of
 * megabytes.
 */
const BATCH_ROWS = 25_000
const BATCH_CHARACTERS = 4 * 1024 * 1024

/** Rows of a file, each with the line that it begins in. */
export interface RowBatch {
  readonly rows: readonly Cell[][]
  readonly lines: readonly number[]
}

export interface FileReading {
  readonly store: FileStore
  readonly file: FileEntry
  readonly format: FileFormat
  readonly target: TargetTable
  /** A folder of the step's own, for files that cannot be read as they arrive. */
  readonly scratchFolder: () => Promise<string>
  readonly signal: AbortSignal
  /** A record that cannot be read. It may throw. */
  readonly problem: (message: string, line: number) => void
  readonly take: (batch: RowBatch) => Promise<void>
  /**
   * Takes records of plain CSV as they are, or of Parquet in the format of COPY, and answers how many;
   * undefined where they are to be read. Absent where all are.
   */
  readonly takeText?: ((records: Buffer) => Promise<number | undefined>) | undefined
}

/**
 * Reads a file batch by batch. Throws RecordError, ContentError, StoreError, the signal's reason, or what
 * `take` throws.
 */
export async function readFile(reading: FileReading): Promise<void> {
  const { store, file, format, target, signal, takeText } = reading
  const gathering = createGathering(reading)
  if (format.type === 'PARQUET') {
    const scratchFolder = await reading.scratchFolder()
    const taken = () => gathering.giveWhenFull()
    const { sink } = gathering
    await readParquet({ store, file, format, target, sink, taken, takeText, scratchFolder, signal })
  } else {
    const all = unpacked(store.read(file), format.compression, file.name)
    const { bytes, line } =
      takeText === undefined ? { bytes: all, line: 1 } : await takePlainBlocks(all, format, takeText)
    const reader =
      format.type === 'CSV'
        ? createCsvReader(format.csv, target.columns.length, gathering.sink, line)
        : createJsonRows(format, target, gathering.sink)
    for await (const text of decoded(bytes, format)) {
      signal.throwIfAborted()
      reader.push(text)
      await gathering.giveWhenFull()
    }
    reader.end()
  }
  await gathering.give()
}

function createGathering({ target, take, problem }: FileReading) {
  let rows: Cell[][] = []
  let lines: number[] = []
  let characters = 0
  const { moments, columns } = target
  const readers = moments.flatMap((read, index) => (read === undefined ? [] : [{ read, index }]))

  const sink: RecordSink = {
    problem,
    row(cells, line) {
      for (const { read, index } of readers) {
        const cell = cells[index]
        if (cell === null || cell === undefined) continue
        const text = read(cell)
        if (text === undefined) {
          problem(
            `column "${columns[index]!.name}": "${cell}" does not have the expected format of a date: set its format`,
            line,
          )
          return
        }
        cells[index] = text
      }
      rows.push(cells)
      lines.push(line)
      for (const cell of cells) characters += cell?.length ?? 0
    },
  }

  async function give(): Promise<void> {
    if (rows.length === 0) return
    const batch = { rows, lines }
    rows = []
    lines = []
    characters = 0
    await take(batch)
  }
  const giveWhenFull = async () => {
    if (rows.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await give()
  }
  return { sink, give, giveWhenFull }
}
