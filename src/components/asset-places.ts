import {
  type DatabasePlace,
  type Dataset,
  datasetAt,
  type RunnerPlace,
  tableDataset,
} from '../lib/datasets.ts'
import type { TableName } from '../warehouses/warehouse.ts'

/** Where a component reads or writes, as its parameters say it. */
export type Place =
  /**
   * A table of the environment's database, with the columns that are read or written where the parameters
   * name them.
   */
  | { readonly table: TableName; readonly columns?: readonly string[] | undefined }
  /** `s3://bucket/key`, `file:///folder`, `https://host/path`, … */
  | { readonly address: string }
  /** A path in the bucket of a named connection of the project. */
  | { readonly connection: string; readonly path: string }
  /** What has a name of its own. */
  | { readonly dataset: Dataset }

/** What a component reads and writes. */
export interface DeclaredAssets {
  readonly reads?: readonly Place[]
  readonly writes?: readonly Place[]
  /** Whether the statements that the environment's database executes for it name (further) tables. */
  readonly statements?: boolean
  /** Those statements, where the parameters have them; a runner reports what was executed. */
  readonly script?: Script | undefined
  /**
   * Tables that those statements read, where the parameters name them and the statements are made of that.
   */
  readonly queried?: readonly Place[]
  /** Whether the statements that another database executes for it name what is read there. */
  readonly sourceStatements?: boolean
}

/** SQL in a parameter, or in a file of the version; `isTemplate`: its `${…}` have not been replaced yet. */
export interface Script {
  readonly text?: string | undefined
  readonly file?: string | undefined
  readonly isTemplate: boolean
}

export interface PlaceContext extends RunnerPlace {
  /** The environment's database; undefined when it cannot be known. */
  readonly database: DatabasePlace | undefined
  /** The bucket of a connection, as an address; undefined when it cannot be known. */
  readonly bucketOf?: (connection: string) => string | undefined
}

/** The dataset at a place; undefined where that cannot be known. */
export function datasetOf(place: Place, context: PlaceContext): Dataset | undefined {
  if ('dataset' in place) return place.dataset
  if ('address' in place) return datasetAt(place.address, context)
  if ('connection' in place) {
    const bucket = context.bucketOf?.(place.connection)
    return bucket === undefined
      ? undefined
      : datasetAt(`${bucket}/${place.path.replace(/^\/+/, '')}`, context)
  }
  const { table } = place.table
  if (context.database === undefined || table.trim() === '') return undefined
  return tableDataset(context.database, place.table)
}
