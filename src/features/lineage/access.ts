/** What other slices ask about assets. */
export { findVisibleAssets } from './assets/asset-store.ts'
export { ASSET_WRITTEN_CHANNEL } from './channels.ts'
export { type AssetWrite, findAsset, listWritesAfter, listWritesOf, newestWriteSeq } from './write-store.ts'
