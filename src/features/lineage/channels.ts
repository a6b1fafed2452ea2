/** Notified without a payload when writes of assets became visible. */
export const ASSET_WRITTEN_CHANNEL = 'asset_written'

/**
 * Notified without a payload when an environment may have another newest version: by a trigger of the
 * database.
 */
export const VERSION_LINEAGE_DUE_CHANNEL = 'version_lineage_due'
