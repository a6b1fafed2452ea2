import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The `package.json` of this program: that of a checkout, or that of the installed package. */
export const manifestPath = findPackageJSON(import.meta.url) ?? missing()

/**
 * The path of a file or folder that comes with the program, such as `db/migrations`. Checkout and package lay
 * these out alike; only `src` is something else in the package, where the modules are bundled.
 */
export const installed = (path: string): string => join(dirname(manifestPath), path)

function missing(): never {
  throw new Error(`No package.json above ${fileURLToPath(import.meta.url)}: the installation is incomplete`)
}
