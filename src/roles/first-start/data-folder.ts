import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MASTER_KEY_BYTES } from '../../lib/encryption.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { Settings } from '../settings/settings.ts'

/** Opens the folder with everything that the installation stores; creates it when missing, for its owner only. */
export async function openDataFolder(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  const folder = resolve(settings.dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupError(`Could not create the data folder ${folder}: ${(error as Error).message}`)
  }
  return folder
}

/** The key that secrets are encrypted with: from the settings, or from the data folder, where the first start writes it. */
export async function readMasterKey(settings: Pick<Settings, 'masterKey'>, folder: string): Promise<Buffer> {
  if (settings.masterKey !== undefined) return Buffer.from(settings.masterKey, 'base64')
  const path = join(folder, 'master-key')
  // `wx`: when two processes start at once, one of them writes the file and both read it.
  const fresh = randomBytes(MASTER_KEY_BYTES).toString('base64')
  await writeFile(path, `${fresh}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new StartupError(`The master key ${path} cannot be written: ${error.message}`)
  })
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  if (key.length === MASTER_KEY_BYTES) return key
  throw new StartupError(`The master key in ${path} is damaged: restore the file, or set HEADRACE_MASTER_KEY`)
}

/** Writes a file that only its owner may read, atomically; it is on disk when the promise resolves. */
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
