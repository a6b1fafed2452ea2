import {
  type DatabasePlace,
  type Dataset,
  datasetAt,
  type NamedTable,
  tableDataset,
} from '../../../lib/datasets.ts'
import type { ColumnSource, KnownTable, ReadSql, SqlReading, TracedColumn } from '../../../lib/sql-lineage.ts'
import type { WireAssets } from '../../../protocol/asset-messages.ts'
import type { Edge, SeenDataset, StepAssets, StepFacts, StepLineage } from './rules.ts'

/** The columns of assets that are known, by the assets' datasets; those of others are left out. */
export type FindColumns = (datasets: readonly Dataset[]) => Promise<ReadonlyMap<string, readonly string[]>>

export const keyOfDataset = ({ namespace, name }: Dataset): string => `${namespace}\n${name}`

export interface LineageTools {
  readonly readSql: ReadSql
  readonly findColumns: FindColumns
}

/** Whose statements, and in what files of which environment they may read. */
type ExecutedStep = Pick<StepFacts, 'projectId' | 'environmentName' | 'executed'>

/** What a step read and wrote. */
export async function stepAssetsOf(
  step: StepFacts,
  wire: WireAssets,
  tools: LineageTools,
): Promise<StepAssets> {
  return { step, ...(await lineageOf(step, wire, tools)) }
}

/** The same without the step: as its parameters say, and as the statements name it that it executed. */
export async function lineageOf(
  step: ExecutedStep,
  wire: WireAssets,
  tools: LineageTools,
): Promise<StepLineage> {
  const made = new Assets()
  const written = wire.writes ?? []
  for (const one of wire.reads ?? []) made.read(withoutColumns(one))
  for (const one of written) made.write(withoutColumns(one))
  const unread: string[] = []
  if (wire.source !== undefined) {
    const { database, statements } = wire.source
    for (const text of statements) {
      const reading = await readings(text, place(database), tools)
      unread.push(...reading.unread)
      addSource(made, reading, place(database), written)
    }
  }
  if (wire.statements !== undefined) {
    const { texts, cut } = executedStatements(step)
    if (cut) unread.push('A statement is too long to be kept')
    for (const text of texts) {
      const reading = await readings(text, place(wire.statements), tools)
      unread.push(...reading.unread)
      if (written.length > 0) addOutput(made, reading, place(wire.statements), written)
      else addScript(made, reading, place(wire.statements), step)
    }
  } else for (const from of wire.reads ?? []) for (const to of written) made.edge(from, to, [])
  const all = made.all()
  const reads = all.reads.filter(isShort)
  const writes = all.writes.filter(isShort)
  const edges = all.edges.filter(({ from, to }) => isShort(from) && isShort(to))
  if (reads.length + writes.length < all.reads.length + all.writes.length)
    unread.push('A name is too long to be kept')
  return { reads, writes, edges, unread }
}

/** Assets are found by their names: entries of PostgreSQL's indexes hold 2,704 bytes. */
const MAX_NAME_BYTES = 2_000
const isShort = ({ namespace, name }: Dataset): boolean =>
  Buffer.byteLength(namespace) + Buffer.byteLength(name) <= MAX_NAME_BYTES

const withoutColumns = ({ namespace, name }: Dataset): SeenDataset => ({ namespace, name })

/** The wire's members that are absent are undefined here. */
const place = (database: NonNullable<WireAssets['statements']>): DatabasePlace => database as DatabasePlace

interface Executed {
  readonly statements?: readonly { readonly text: string; readonly characters?: number }[]
  readonly moreStatements?: number
}

function executedStatements({ executed }: ExecutedStep): {
  readonly texts: readonly string[]
  readonly cut: boolean
} {
  const { statements = [], moreStatements = 0 } = JSON.parse(executed ?? '{}') as Executed
  const whole = statements.filter(({ characters }) => characters === undefined)
  return {
    texts: [...new Set(whole.map(({ text }) => text))],
    cut: whole.length < statements.length || moreStatements > 0,
  }
}

/**
 * Reads a text once, and once more with the columns of its tables where it does not say whose columns are
 * meant.
 */
async function readings(
  text: string,
  database: DatabasePlace,
  { readSql, findColumns }: LineageTools,
): Promise<SqlReading> {
  const first = await readSql(text, database.dialect, [])
  if (!first.needsColumns) return first
  const tables = first.statements.flatMap(({ reads, writes }) => [...reads, ...writes])
  const datasets = tables.map((table) => tableDataset(database, table))
  const columns = await findColumns(datasets)
  const known = tables.flatMap((table, index): KnownTable[] => {
    const found = columns.get(keyOfDataset(datasets[index]!))
    return found === undefined ? [] : [{ table, columns: found }]
  })
  return known.length === 0 ? first : readSql(text, database.dialect, known)
}

/** A query of another database, whose rows go into the table that the step writes. */
function addSource(
  made: Assets,
  reading: SqlReading,
  database: DatabasePlace,
  written: readonly Dataset[],
): void {
  for (const { reads, columns } of reading.statements)
    for (const table of reads) {
      const from = tableDataset(database, table)
      made.read(from)
      for (const to of written) made.edge(from, to, columnsFrom(columns, table))
    }
}

/** What fills the table that the step writes; tables that it makes on the way are none of the user's. */
function addOutput(
  made: Assets,
  reading: SqlReading,
  database: DatabasePlace,
  written: readonly Dataset[],
): void {
  const target = written[0]!
  const own = new Set(written.map(keyOfDataset))
  const onTheWay = new Set(
    reading.statements
      .flatMap(({ writes }) => writes)
      .map((table) => keyOfDataset(tableDataset(database, table)))
      .filter((key) => !own.has(key)),
  )
  for (const { reads, columns, tableColumns } of reading.statements) {
    if (tableColumns !== undefined) made.write({ ...withoutColumns(target), columns: tableColumns })
    for (const table of reads) {
      const from = tableDataset(database, table)
      if (onTheWay.has(keyOfDataset(from))) continue
      made.read(from)
      made.edge(from, target, columnsFrom(columns, table))
    }
  }
}

/** Every statement of a script on its own. */
function addScript(made: Assets, reading: SqlReading, database: DatabasePlace, step: ExecutedStep): void {
  const at = { project: step.projectId, environment: step.environmentName }
  const file = (path: string) => datasetAt(path.includes('://') ? path : `file:///${path}`, at)
  for (const one of reading.statements) {
    const reads = one.reads.map((table) => ({ table, dataset: tableDataset(database, table) }))
    const files = one.readsFiles.flatMap((path) => file(path) ?? [])
    const targets = [
      ...one.writes.map((table) => tableDataset(database, table)),
      ...one.writesFiles.flatMap((path) => file(path) ?? []),
    ]
    for (const { dataset } of reads) made.read(dataset)
    for (const dataset of files) made.read(dataset)
    for (const to of targets) {
      made.write(one.tableColumns === undefined ? to : { ...to, columns: one.tableColumns })
      for (const { table, dataset } of reads) made.edge(dataset, to, columnsFrom(one.columns, table))
      for (const dataset of files) made.edge(dataset, to, [])
    }
  }
}

/** The columns that are made of columns of this table. */
function columnsFrom(columns: readonly TracedColumn[], table: NamedTable): [string, string[]][] {
  const isOf = (source: ColumnSource) =>
    source.table.table === table.table &&
    source.table.schema === table.schema &&
    source.table.database === table.database
  return columns.flatMap(({ name, from }): [string, string[]][] => {
    const own = from.filter(isOf).map(({ column }) => column)
    return own.length === 0 ? [] : [[name, own]]
  })
}

/** What a step did, each asset and each edge once. */
class Assets {
  readonly #reads = new Map<string, SeenDataset>()
  readonly #writes = new Map<string, SeenDataset>()
  readonly #edges = new Map<string, { from: Dataset; to: Dataset; columns: Map<string, Set<string>> }>()

  read(dataset: SeenDataset): void {
    this.#reads.set(keyOfDataset(dataset), dataset)
  }

  write(dataset: SeenDataset): void {
    const key = keyOfDataset(dataset)
    this.#writes.set(key, { ...dataset, columns: dataset.columns ?? this.#writes.get(key)?.columns })
  }

  edge(from: Dataset, to: Dataset, columns: readonly (readonly [string, readonly string[]])[]): void {
    if (keyOfDataset(from) === keyOfDataset(to)) return
    const key = `${keyOfDataset(from)}\n\n${keyOfDataset(to)}`
    const edge = this.#edges.get(key) ?? {
      from: withoutColumns(from),
      to: withoutColumns(to),
      columns: new Map<string, Set<string>>(),
    }
    for (const [column, sources] of columns) {
      const known = edge.columns.get(column) ?? new Set()
      for (const source of sources) known.add(source)
      edge.columns.set(column, known)
    }
    this.#edges.set(key, edge)
  }

  all(): { reads: SeenDataset[]; writes: SeenDataset[]; edges: Edge[] } {
    const edges = [...this.#edges.values()].map(({ from, to, columns }) => ({
      from,
      to,
      columns: Object.fromEntries([...columns].map(([name, sources]) => [name, [...sources]])),
    }))
    return { reads: [...this.#reads.values()], writes: [...this.#writes.values()], edges }
  }
}
