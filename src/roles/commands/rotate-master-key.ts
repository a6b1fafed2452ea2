import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openDatabase } from '../../db/database.ts'
import { changeMasterKey } from '../../features/installation/service.ts'
import { MASTER_KEY_BYTES } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { openDataFolder, readMasterKey } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { attachDatabase, requireInstallation } from './attach-database.ts'

/**
 * `headrace rotate-master-key`: the new key is that of HEADRACE_NEW_MASTER_KEY, or made here and put into the
 * data folder in place of the old one. After an interruption, run it again: it continues.
 */
export async function runRotate(settings: Settings, log: Log): Promise<number> {
  await requireInstallation(settings, resolve(settings.dataDir), 'There is no master key to rotate')
  const folder = await openDataFolder(settings)
  const oldKey = await readMasterKey(settings, folder)
  const inFile = settings.masterKey === undefined
  const given = settings.newMasterKey
  if (!inFile && given === undefined) {
    throw new StartupError(
      'The master key is given by HEADRACE_MASTER_KEY, so give the new one by HEADRACE_NEW_MASTER_KEY: ' +
        `${MASTER_KEY_BYTES} random bytes in base64, for instance of openssl rand -base64 ${MASTER_KEY_BYTES}`,
    )
  }
  const outcome = await change(settings, folder, log, oldKey, () => newKeyOf(folder, given, inFile))
  if (outcome === 'refused')
    throw new StartupError('The master key is not the one this database was set up with; nothing was changed')
  if (inFile) await rename(nextFile(folder), join(folder, 'master-key'))
  console.log(
    inFile
      ? 'The master key was changed; the new one is in the file master-key of the data folder.'
      : 'The master key was changed. Set HEADRACE_MASTER_KEY to the new one before a server starts again.',
  )
  return 0
}

const nextFile = (folder: string): string => join(folder, 'master-key.next')

interface NewKey {
  readonly key: Buffer
  /** This run has written it to the data folder: no database uses it before this run has changed one. */
  readonly isWritten: boolean
}

/** Written before the database knows of it: a key that is lost half-way would lose every secret. */
async function newKeyOf(folder: string, given: string | undefined, inFile: boolean): Promise<NewKey> {
  if (!inFile) return { key: keyOf(given!), isWritten: false }
  const path = nextFile(folder)
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept !== undefined) {
    const key = Buffer.from(kept.trim(), 'base64')
    if (key.length === MASTER_KEY_BYTES) {
      if (given !== undefined && !keyOf(given).equals(key)) throw interrupted(path)
      return { key, isWritten: false }
    }
    await rm(path) // half written: the database cannot know it
  }
  const key = given === undefined ? randomBytes(MASTER_KEY_BYTES) : keyOf(given)
  await writeFile(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return { key, isWritten: true }
}

const interrupted = (path: string): StartupError =>
  new StartupError(
    `An interrupted rotation left its key in ${path}, which is not that of HEADRACE_NEW_MASTER_KEY. The database may ` +
      'use it already: finish that rotation without HEADRACE_NEW_MASTER_KEY, then run the command again with it',
  )

const keyOf = (text: string): Buffer => Buffer.from(text, 'base64')

async function change(
  settings: Settings,
  folder: string,
  log: Log,
  oldKey: Buffer,
  newKey: () => Promise<NewKey>,
) {
  const attached = await attachDatabase(settings, folder, log)
  const database = openDatabase({ connectionString: attached.connectionString, log })
  try {
    const { key, isWritten } = await newKey()
    const outcome = await changeMasterKey(database.db, oldKey, key)
    if (outcome === 'refused' && isWritten) await rm(nextFile(folder))
    return outcome
  } finally {
    await database.close()
    await attached.stop()
  }
}
