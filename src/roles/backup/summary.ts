import { mebibytes } from '../../lib/mebibytes.ts'
import type { Settings } from '../settings/settings.ts'
import type { BackedUp } from './back-up.ts'

interface Kept extends Pick<Settings, 'gitDir' | 'filesDir'> {
  /** Whether the embedded PostgreSQL has the catalog of a lake. */
  readonly hasLake: boolean
}

/** What `headrace backup` says at its end: above all what is not in the file. */
export function backupSummary(
  file: string,
  { manifest, bytes, missing }: BackedUp,
  { gitDir, filesDir, hasLake }: Kept,
): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const elsewhere = [
    ...(gitDir === undefined ? [] : [`hosted repositories in ${gitDir}`]),
    ...(missing.length === 0 ? [] : [`hosted repositories that are not there: ${missing.join(', ')}`]),
    ...(filesDir === undefined ? [] : [`files in ${filesDir}`]),
    ...(manifest.folders.includes('warehouse')
      ? []
      : ['the embedded databases of environments (--with-warehouse)']),
    ...(hasLake
      ? ['the catalog of the lake in the embedded PostgreSQL, without which its files are no tables']
      : []),
  ]
  return [
    `Saved ${rows.toLocaleString('en')} rows and ${manifest.repositories.length} repositories to ${file} (${mebibytes(bytes)}).`,
    manifest.hasMasterKey
      ? 'It contains the master key: anyone who has the file can read every secret in it.'
      : 'It does not contain the master key and is useless without it: keep a copy of the key elsewhere.',
    ...(elsewhere.length > 0 ? [`Not included: ${elsewhere.join('; ')}.`] : []),
  ].join('\n')
}
