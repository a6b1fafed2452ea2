/** Notified without a payload when writes of assets became visible. */
export const ASSET_WRITTEN_CHANNEL = 'asset_written'
