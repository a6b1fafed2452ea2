import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'

/**
 * The folders of an installation that a backup saves; undefined is one that is kept outside the data folder.
 */
export function foldersIn({ gitDir, filesDir }: Pick<Settings, 'gitDir' | 'filesDir'>, folder: string) {
  return {
    hosted: gitDir === undefined ? join(folder, 'git', 'hosted') : undefined,
    files: filesDir === undefined ? join(folder, 'files') : undefined,
    warehouse: join(folder, 'warehouse'),
  }
}
