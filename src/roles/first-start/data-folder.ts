import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MASTER_KEY_BYTES } from '../../lib/encryption.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { Settings } from '../settings/settings.ts'

/** The folder with everything the installation keeps, made when missing; only its owner can look inside. */
export async function openDataFolder(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  const folder = resolve(settings.dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  return folder
}

/** The key that secrets are encrypted with: the one given, or the one in the data folder, made by the first start. */
export async function readMasterKey(settings: Pick<Settings, 'masterKey'>, folder: string): Promise<Buffer> {
  if (settings.masterKey !== undefined) return Buffer.from(settings.masterKey, 'base64')
  const path = join(folder, 'master-key')
  // `wx`: of two processes that start at once one writes the file, and both read the same.
  const fresh = randomBytes(MASTER_KEY_BYTES).toString('base64')
  await writeFile(path, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new StartupError(`The master key ${path} cannot be written: ${error.message}`)
  })
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length === MASTER_KEY_BYTES) return key
  throw new StartupError(`The master key in ${path} is damaged: restore the file, or set HEADRACE_MASTER_KEY`)
}

/** Writes what only the owner may read, whole or not at all, and on the disk when it resolves. */
export async function writePrivate(path: string, content: object): Promise<void> {
  const fresh = `${path}.${process.pid}.new`
  try {
    await writeFile(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
