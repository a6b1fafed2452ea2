import { join } from 'node:path'
import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import { guardedAddress } from '../../lib/outgoing-socket.ts'
import { type DuckdbFile, type SharingOptions, shareDatabases } from '../duckdb/file.ts'
import { helpersWhenLong } from '../duckdb/helper-threads.ts'
import { LAKE, type Lake, openLake } from './databases.ts'

export interface LakeOptions extends Omit<SharingOptions, 'folders'> {
  /** Which addresses the catalog and the object store may have. */
  readonly policy: OutgoingPolicy
  /** The folder of DuckDB's extensions. */
  readonly extensions: string | undefined
}

/** A lake: opened at the first statement, shared by all, released when unused for a while. */
export function shareLake(lake: Lake, { policy, extensions, ...sharing }: LakeOptions): DuckdbFile {
  const { folders = [], functions = false, catalog, dataPath, icebergCatalog } = lake
  const addressOf = (host: string) => guardedAddress(policy, host)
  return shareDatabases({
    ...sharing,
    functions,
    folders: [...folders, dataPath, ...(icebergCatalog === undefined ? [] : [icebergCatalog.files])],
    isLake: true,
    choosesAlways: true,
    name: LAKE,
    incoming: join(lake.scratch, 'incoming'),
    title: `The lake of the catalog ${catalog.schema} in ${catalog.database} at ${catalog.host}:${catalog.port}`,
    async open() {
      const opened = await openLake(lake, { extensions, addressOf })
      return { ...opened, helpers: await helpersWhenLong(opened.instance) }
    },
  })
}
