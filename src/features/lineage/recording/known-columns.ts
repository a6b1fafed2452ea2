import type { Db } from '../../../db/database.ts'
import { assetIdOf, type Dataset } from '../../../lib/datasets.ts'
import { readColumns } from './report-store.ts'
import { type FindColumns, keyOfDataset } from './step-lineage.ts'

/** The columns of assets that are known, by the assets' datasets; those of others are left out. */
export async function findKnownColumns(
  db: Db,
  datasets: readonly Dataset[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = await readColumns(db, datasets.map(assetIdOf))
  return new Map(
    datasets.flatMap((dataset) => {
      const columns = known.get(assetIdOf(dataset))
      return columns === undefined ? [] : [[keyOfDataset(dataset), columns] as const]
    }),
  )
}

/** Asks for the columns of each dataset once: steps that are recorded together often name the same tables. */
export function rememberColumns(find: FindColumns): FindColumns {
  const known = new Map<string, readonly string[] | undefined>()
  return async (datasets) => {
    const unknown = datasets.filter((dataset) => !known.has(keyOfDataset(dataset)))
    if (unknown.length > 0) {
      const found = await find(unknown)
      for (const key of unknown.map(keyOfDataset)) known.set(key, found.get(key))
    }
    return new Map(
      datasets.map(keyOfDataset).flatMap((key) => {
        const columns = known.get(key)
        return columns === undefined ? [] : [[key, columns] as const]
      }),
    )
  }
}
