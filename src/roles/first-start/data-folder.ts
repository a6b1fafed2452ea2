import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { closeToOthers } from '../../lib/closed-to-others.ts'
import { MASTER_KEY_BYTES } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { folderFault, makeWritableFolder } from '../../lib/writable-folder.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Opens the folder with everything that the installation stores; creates it when missing, for its owner only.
 * Throws `StartupError` before anything is written when nothing could be.
 */
export async function openDataFolder(settings: Pick<Settings, 'dataDir'>): Promise<string> {
  return openFolder('data folder', settings.dataDir, '--data-dir or HEADRACE_DATA_DIR')
}

/** The same for the folder of hosted repositories, where the settings keep it apart from the data folder. */
export async function openGitFolder({ gitDir }: Pick<Settings, 'gitDir'>): Promise<void> {
  if (gitDir !== undefined)
    await openFolder('folder of hosted repositories', gitDir, '--git-dir or HEADRACE_GIT_DIR')
}

async function openFolder(what: string, path: string, chosenBy: string): Promise<string> {
  const folder = resolve(path)
  try {
    await makeWritableFolder(folder, 0o700)
  } catch (error) {
    throw new StartupError(
      `The ${what} ${folder} cannot be used: ${folderFault(error)}. Choose another one with ` +
        `${chosenBy}, or make this one writable.`,
      { cause: error },
    )
  }
  return folder
}

/**
 * Takes the rights of other accounts away from the files with secrets, which a copy of the folder often
 * grants.
 */
export async function closeSecrets(folder: string, log: Log): Promise<void> {
  for (const name of ['master-key', 'admin-credentials.json']) await closeToOthers(join(folder, name), log)
}

/**
 * The key that secrets are encrypted with: from the settings, or from the data folder. Undefined when neither
 * has one, as before the first start.
 */
export async function findMasterKey(
  settings: Pick<Settings, 'masterKey'>,
  folder: string,
): Promise<Buffer | undefined> {
  if (settings.masterKey !== undefined) return Buffer.from(settings.masterKey, 'base64')
  const path = masterKeyFile(folder)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new StartupError(`The master key ${path} cannot be read: ${error.message}`, { cause: error })
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === MASTER_KEY_BYTES) return key
  throw new StartupError(`The master key in ${path} is damaged: restore the file, or set HEADRACE_MASTER_KEY`)
}

/** The same for an installation that exists. Throws `StartupError` when its key is lost. */
export async function readMasterKey(settings: Pick<Settings, 'masterKey'>, folder: string): Promise<Buffer> {
  const key = await findMasterKey(settings, folder)
  if (key === undefined) throw masterKeyLost(folder)
  return key
}

/**
 * Makes the key and writes it to the data folder, unless the database is `installed`: a new key in place of a
 * lost one would open nothing and hide what happened.
 */
export async function makeMasterKey(folder: string, installed: boolean): Promise<Buffer> {
  if (installed) throw masterKeyLost(folder)
  const path = masterKeyFile(folder)
  const fresh = `${path}.${randomUUID()}.new`
  try {
    await writeFile(fresh, `${randomBytes(MASTER_KEY_BYTES).toString('base64')}\n`, {
      mode: 0o600,
      flush: true,
    })
    // A link appears with its whole content: of two processes that start at once one makes the key and both
    // read it, and one that is killed here leaves no half a key.
    await link(fresh, path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new StartupError(`The master key ${path} cannot be written: ${message}`, { cause: error })
  } finally {
    await rm(fresh, { force: true })
  }
  return readMasterKey({ masterKey: undefined }, folder)
}

const masterKeyFile = (folder: string): string => join(folder, 'master-key')

const masterKeyLost = (folder: string): StartupError =>
  new StartupError(
    `The file ${masterKeyFile(folder)} is missing, and the secrets in the database are encrypted with the key in it. ` +
      'Put it back from your backup, or set HEADRACE_MASTER_KEY to that key. No new key was written.',
  )

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
