/** What other slices ask about assets, and what lineage asks of what reads pipelines. */
export { findVisibleAssets } from './assets/asset-store.ts'
export { ASSET_WRITTEN_CHANNEL } from './channels.ts'
export type { PlannedAssets, PlanVersion, VersionFiles } from './versions/plan.ts'
export { type AssetWrite, findAsset, listWritesAfter, listWritesOf, newestWriteSeq } from './write-store.ts'
