import type { Db } from '../../../db/database.ts'
import { type Dataset, tableDataset } from '../../../lib/datasets.ts'
import { Problem } from '../../../lib/problem.ts'
import type { ReadSql } from '../../../lib/sql-lineage.ts'
import { connectionFor } from '../../connections/access.ts'
import { findKnownColumns } from '../recording/known-columns.ts'
import { keyOfDataset, lineageOf } from '../recording/step-lineage.ts'
import type { PlannedAssets, VersionTools } from './plan.ts'
import { type PlannedLineage, withoutUnknown } from './rules.ts'
import { readVariables, readVersionFiles, type VersionRow } from './version-store.ts'

/**
 * Longer than any version takes that people write; what is behind it is left out, and the lineage says so.
 */
const MAX_READING_MS = 60_000

/**
 * What the components of a version will read and write, with the values that variables have in its
 * environment now.
 */
export async function plannedLineage(
  db: Db,
  version: VersionRow,
  { planVersion, readSql }: VersionTools,
): Promise<PlannedLineage[]> {
  const { artifactId, projectId, environmentId, environmentName, versionName } = version
  const facts = { projectId, environmentName, versionName }
  const connection = await connectionFor(db, projectId, version)
  const variables = await readVariables(db, projectId, environmentId)
  const files = await readVersionFiles(db, artifactId)
  const planned = await planVersion({ ...facts, files, connection, variables }).catch(tooLarge)
  if (typeof planned === 'string') return [unreadVersion(planned)]
  const made = new Map<string, readonly string[]>()
  // Tables that the version makes are known before it has run.
  const findColumns = async (datasets: readonly Dataset[]) =>
    new Map([...made, ...(await findKnownColumns(db, datasets))])
  const tools = { readSql, findColumns }
  const lineage: PlannedLineage[] = []
  const until = performance.now() + MAX_READING_MS
  for (const one of planned) {
    if (performance.now() > until) {
      const seconds = MAX_READING_MS / 1_000
      lineage.push(unreadVersion(`Reading the version takes more than ${seconds} s; the rest was not read`))
      break
    }
    const { pipelineName, componentName } = one
    const { assets, unread } = await withQueries(one, readSql)
    const executed = JSON.stringify({ statements: one.scripts.map((text) => ({ text })) })
    const found = withoutUnknown(await lineageOf({ projectId, environmentName, executed }, assets, tools))
    for (const { columns, ...table } of found.writes)
      if (columns !== undefined) made.set(keyOfDataset(table), columns)
    const all = { ...found, unread: [...unread, ...found.unread] }
    if (all.reads.length + all.writes.length + all.unread.length > 0)
      lineage.push({ pipelineName, componentName, ...all })
  }
  return lineage
}

/** What is read besides: by queries in a transformation. */
async function withQueries({ assets, queries }: PlannedAssets, readSql: ReadSql) {
  if (queries === undefined) return { assets, unread: [] }
  const readings = await Promise.all(
    queries.statements.map((text) => readSql(text, queries.database.dialect, [])),
  )
  const tables = readings.flatMap(({ statements }) => statements.flatMap(({ reads }) => reads))
  const reads = [...(assets.reads ?? []), ...tables.map((table) => tableDataset(queries.database, table))]
  return { assets: { ...assets, reads }, unread: readings.flatMap(({ unread }) => unread) }
}

/** A version that is too much to read is recorded with the reason: the next attempt would be no better. */
function tooLarge(error: unknown): string {
  if (error instanceof Problem && error.kind === 'payload-too-large') return error.message
  throw error
}

/** A version of which nothing is known, and why. */
export const unreadVersion = (reason: string): PlannedLineage => ({
  pipelineName: '',
  componentName: '',
  reads: [],
  writes: [],
  edges: [],
  unread: [reason],
})
