import type { Settings } from '../settings/settings.ts'

/** decisions.md §12: private addresses are allowed while the API itself listens on loopback only. */
export function mayReachPrivate({
  allowPrivateAddresses,
  host,
}: Pick<Settings, 'allowPrivateAddresses' | 'host'>): boolean {
  if (allowPrivateAddresses !== 'auto') return allowPrivateAddresses === 'true'
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
