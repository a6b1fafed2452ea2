import { resolve } from 'node:path'

/** Where the steps and the definitions of each tool are. */
export const pythonFolder = resolve(import.meta.dirname, 'python')
