import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { version } from '@duckdb/node-api'
import { WarehouseError } from '../warehouse-error.ts'
import { ownExtensionPackage } from './extension-package.ts'

/** Parts of DuckDB that a lake needs beyond the engine: its format, its catalog in PostgreSQL, and object stores. */
export type Extension = 'ducklake' | 'postgres_scanner' | 'httpfs'

/** Those of a lake whose files are in an object store, or in a folder. */
export const extensionsOf = (usesStore: boolean): readonly Extension[] => [
  'postgres_scanner',
  'ducklake',
  ...(usesStore ? (['httpfs'] as const) : []),
]

/**
 * The signed file of an extension, `name.duckdb_extension`: in `folder` itself, in its folder of this version of DuckDB, or where
 * pip puts it. DuckDB verifies the signature when it loads the file. Throws WarehouseError where it is missing.
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
