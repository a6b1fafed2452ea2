/** What other slices ask about assets. */
export { findAsset, listWritesAfter, listWritesOf, newestWriteSeq } from './write-store.ts'
