import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '@duckdb/node-api'
import { WarehouseError } from '../warehouse-error.ts'
import { ownExtensionPackage } from './extension-package.ts'
import type { LakeStore } from './stores.ts'

/** Parts of DuckDB beyond the engine, in the order in which they are loaded: some need those before them. */
export const EXTENSIONS = [
  'postgres_scanner',
  'ducklake',
  'httpfs',
  'azure',
  'avro',
  'iceberg',
  'delta',
] as const
export type Extension = (typeof EXTENSIONS)[number]

/** Formats of tables that other engines write. */
export type LakeFormat = 'iceberg' | 'delta'

/** What a lake keeps its files in, and what it reads. */
export interface LakeParts {
  readonly store?: LakeStore['kind'] | undefined
  readonly formats?: readonly LakeFormat[] | undefined
}

const ofStores: Readonly<Record<LakeStore['kind'], Extension>> = {
  S3: 'httpfs',
  GCS: 'httpfs',
  AZURE: 'azure',
}
const ofFormats: Readonly<Record<LakeFormat, readonly Extension[]>> = {
  iceberg: ['avro', 'iceberg'],
  delta: ['delta'],
}

/**
 * The extensions of a lake: its format, its catalog in PostgreSQL, its object store, and formats of others.
 */
export function extensionsOf({ store, formats = [] }: LakeParts): readonly Extension[] {
  const wanted = new Set<Extension>([
    'postgres_scanner',
    'ducklake',
    ...formats.flatMap((one) => ofFormats[one]),
  ])
  if (store !== undefined) wanted.add(ofStores[store])
  return EXTENSIONS.filter((one) => wanted.has(one))
}

/**
 * The signed file of an extension, `name.duckdb_extension`: in `folder` itself, in its folder of this version
 * of DuckDB, or where pip puts it. DuckDB verifies the signature when it loads the file. Throws
 * WarehouseError where it is missing.
 */
export async function extensionFile(folder: string | undefined, extension: Extension): Promise<string> {
  const needed = `A lake needs the extension ${extension} of DuckDB ${version()}`
  if (folder === undefined)
    throw new WarehouseError(
      `${needed}. This runner has no extensions: install the package ${ownExtensionPackage} beside Headrace, or set HEADRACE_DUCKDB_EXTENSIONS to their folder`,
    )
  const name = `${extension}.duckdb_extension`
  const ofPip = join(folder, `duckdb_extension_${extension}`, 'extensions', version(), name)
  for (const path of [join(folder, version(), name), join(folder, name), ofPip])
    if (await exists(path)) return path
  throw new WarehouseError(`${needed}, and ${folder} has no file ${name} of that version`)
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
