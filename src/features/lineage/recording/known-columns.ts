import type { Db } from '../../../db/database.ts'
import { assetIdOf, type Dataset } from '../../../lib/datasets.ts'
import { readColumns } from './report-store.ts'
import { keyOfDataset } from './step-lineage.ts'

/** The columns of assets that are known, by the assets' datasets; those of others are left out. */
export async function findKnownColumns(
  tx: Db,
  datasets: readonly Dataset[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const known = await readColumns(tx, datasets.map(assetIdOf))
  return new Map(
    datasets.flatMap((dataset) => {
      const columns = known.get(assetIdOf(dataset))
      return columns === undefined ? [] : [[keyOfDataset(dataset), columns] as const]
    }),
  )
}
