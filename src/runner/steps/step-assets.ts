import {
  type DeclaredAssets,
  datasetOf,
  type Place,
  type PlaceContext,
} from '../../components/asset-places.ts'
import { declaredAssets, hasAssets } from '../../components/assets.ts'
import { bucketAddress, storeKindOfProvider } from '../../components/common/object-stores/connected-bucket.ts'
import type { DatabasePlace } from '../../lib/datasets.ts'
import type { Outcome } from '../../pipeline/flow-events.ts'
import type { WireAssets } from '../../protocol/asset-messages.ts'
import { databasePlace, sourcePlace } from '../../warehouses/database-place.ts'
import type { RunContext } from '../run-context.ts'
import type { ExecutedRecord } from './executed.ts'

const MAX_PLACES = 100

/** The step whose assets are meant. */
interface EndedStep {
  readonly execution: string
  readonly seq: number
  readonly type: string
}

/**
 * What a step that succeeded read and wrote; undefined for most. What it did within a transaction that is
 * open counts once it is committed: then the step that commits reports it, and when it is rolled back nobody
 * does.
 */
export function assetsOf(
  context: RunContext,
  step: EndedStep,
  outcome: Outcome,
  record: ExecutedRecord,
): Promise<WireAssets[] | undefined> | WireAssets[] | undefined {
  if (outcome.result !== 'SUCCESS') return undefined
  if (step.type === 'commit') return context.transaction.takeAssets()
  if (!hasAssets(step.type) || context.isTest) return undefined
  const declared = declaredAssets(step.type, record.used().parameters)
  if (declared === undefined) return undefined
  return reportedAssets(context, step, declared, record)
}

async function reportedAssets(
  context: RunContext,
  { execution, seq }: EndedStep,
  declared: DeclaredAssets,
  record: ExecutedRecord,
): Promise<WireAssets[] | undefined> {
  const own = await wireAssets(context, declared, record)
  if (own === undefined) return undefined
  return context.transaction.keepAssets({ ...own, of: { execution, seq } }) ? undefined : [own]
}

async function wireAssets(
  context: RunContext,
  { reads = [], writes = [], statements, sourceStatements }: DeclaredAssets,
  record: ExecutedRecord,
): Promise<WireAssets | undefined> {
  const { source, sourceStatements: sourceSql, connections } = record.used()
  const needsDatabase = statements === true || [...reads, ...writes].some((place) => 'table' in place)
  const database = needsDatabase ? await context.databasePlace() : undefined
  const places: PlaceContext = {
    project: context.project,
    environment: context.environment,
    database,
    bucketOf: (name) => {
      const { authProvider, properties } = connections.get(name) ?? {}
      const kind = authProvider === undefined ? undefined : storeKindOfProvider(authProvider)
      return kind && bucketAddress(kind, properties ?? {})
    },
  }
  const [read, written] = [wireDatasets(reads, places, context), wireDatasets(writes, places, context)]
  const hasStatements = statements === true && database !== undefined && record.hasStatements()
  const hasSource = sourceStatements === true && source !== undefined && sourceSql.length > 0
  if (read.length === 0 && written.length === 0 && !hasStatements && !hasSource) return undefined
  return {
    ...(read.length > 0 && { reads: read }),
    ...(written.length > 0 && { writes: written }),
    ...(hasStatements && { statements: wireDatabase(database) }),
    ...(hasSource && {
      source: { database: wireDatabase(sourcePlace(source)), statements: [...sourceSql] },
    }),
  }
}

function wireDatasets(places: readonly Place[], context: PlaceContext, { masking }: RunContext) {
  return places.slice(0, MAX_PLACES).flatMap((place) => {
    const found = datasetOf(place, context)
    if (found === undefined) return []
    const name = masking.mask(found.name)
    const columns = 'columns' in place && place.columns !== undefined ? { columns: [...place.columns] } : {}
    return [
      { namespace: masking.mask(found.namespace).slice(0, 4_000), name: name.slice(0, 4_000), ...columns },
    ]
  })
}

type WireDatabase = NonNullable<WireAssets['statements']>

/** Without members that are not there, as the wire wants it. */
function wireDatabase(place: DatabasePlace): WireDatabase {
  // The compiler compares the dialects: a report with one that the API does not know would be refused again
  // and again.
  const dialect: WireDatabase['dialect'] = place.dialect
  return { ...(JSON.parse(JSON.stringify(place)) as WireDatabase), dialect }
}

/**
 * The environment's database, worked out at first use; undefined where it cannot be opened: the next step
 * tries again.
 */
export function createDatabasePlace(
  open: RunContext['databaseConnection'],
  at: { readonly project: string; readonly environment: string },
): RunContext['databasePlace'] {
  let known: Promise<DatabasePlace | undefined> | undefined
  return () => {
    known ??= open().then(
      (connection) => databasePlace(connection, at),
      () => {
        known = undefined
        return undefined
      },
    )
    return known
  }
}
