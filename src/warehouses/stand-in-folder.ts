import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where `npm run warehouses` puts the servers of tests: outside of any checkout. */
export const warehousesFolder = (): string =>
  process.env['HEADRACE_WAREHOUSES'] ?? join(homedir(), '.cache', 'headrace', 'warehouses')
