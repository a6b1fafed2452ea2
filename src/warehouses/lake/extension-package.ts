import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The npm package that carries DuckDB's extensions for a platform, in Node's words for it. */
export const extensionPackage = (os: string, cpu: string): string => `headrace-duckdb-extensions-${os}-${cpu}`

/** The package for this machine. */
export const ownExtensionPackage = extensionPackage(process.platform, process.arch)

/**
 * The folder of the package for this machine, where it is installed beside this program; undefined elsewhere.
 */
export function installedExtensions(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${ownExtensionPackage}/package.json`))
  } catch {
    return undefined // not installed
  }
}
