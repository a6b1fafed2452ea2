import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'

const WHAT = 'delta_scan takes the path of a table, as a text in single quotes, such as delta_scan('

/**
 * Why a script may not scan this Delta table; undefined when it may. The log of a table is read around the
 * confinement of files, so its path is checked before the script runs: `literal` is the path with its quotes,
 * `next` the sign behind it, `folders` are what SQL may reach. Links would lead elsewhere.
 */
export function refusalOfDeltaPath(
  literal: string | undefined,
  next: string | undefined,
  folders: readonly string[],
): string | undefined {
  const [, path] = /^'([^'\\]+)'$/.exec(literal ?? '') ?? []
  if (path === undefined || (next !== ')' && next !== ',')) return `${WHAT}'${folders.at(-1) ?? '/'}orders')`
  const isPlain = !/[%?#*]/.test(path) && !path.split('/').some((part) => part === '..' || part === '.')
  const reach = `Delta tables are read below ${folders.join(', ')}`
  if (path.includes('://')) {
    const isInReach = folders.some((folder) => path.startsWith(`${folder.replace(/\/+$/, '')}/`))
    if (!isPlain || !isInReach) return `${path} is out of reach. ${reach}`
    return path.startsWith('s3://')
      ? undefined
      : 'Delta tables are read in folders and in S3, and in no other store'
  }
  if (!isPlain || !path.startsWith('/')) return `${path} is out of reach. ${reach}`
  const fault = faultOfFolder(
    path,
    folders.filter((folder) => !folder.includes('://')),
  )
  return fault === undefined ? undefined : `${path} ${fault}. ${reach}`
}

function faultOfFolder(path: string, folders: readonly string[]): string | undefined {
  try {
    const table = realpathSync(path)
    if (!folders.some((folder) => `${table}/`.startsWith(`${realpathSync(folder).replace(/\/+$/, '')}/`)))
      return 'is out of reach'
    const log = join(table, '_delta_log')
    if (realpathSync(log) !== log) return 'has a link as its log'
    const links = readdirSync(log, { withFileTypes: true, recursive: true }).filter((one) =>
      one.isSymbolicLink(),
    )
    return links.length === 0 ? undefined : 'has links in its log'
  } catch (error) {
    return `cannot be read: ${errorText(error)}`
  }
}
