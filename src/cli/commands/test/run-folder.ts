import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { endOrphan } from '../../../db/embedded/orphan.ts'
import { dataFoldersOf } from '../../../db/embedded/place.ts'
import { isAbandoned, ownFolder } from '../../../lib/folder-owner.ts'
import { silent } from '../../../lib/log.ts'

/** The folder of one run of tests. */
export interface RunFolder extends AsyncDisposable {
  readonly path: string
  /** Where its PostgreSQL lies, if it has one. */
  readonly postgres: string
}

/** Processes of other machines, which may share the folder, cannot be asked whether they live. */
const prefix = `headrace-pipeline-tests-${hostname().replaceAll(/[^A-Za-z0-9-]/g, '')}-`
const POSTGRES = 'postgres'

/** Makes one, and removes those of runs that were killed, with the PostgreSQL that they left running. */
export async function openRunFolder(parent = tmpdir()): Promise<RunFolder> {
  for (const name of await readdir(parent))
    if (name.startsWith(prefix)) await removeLeftover(join(parent, name)).catch(() => undefined)
  const path = await mkdtemp(join(parent, prefix))
  await ownFolder(path)
  return {
    path,
    postgres: join(path, POSTGRES),
    // A process that a test left may still write there; the next run removes what stays.
    [Symbol.asyncDispose]: () =>
      rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined),
  }
}

async function removeLeftover(path: string): Promise<void> {
  if (!(await isAbandoned(path))) return
  for (const data of dataFoldersOf(join(path, POSTGRES))) {
    await endOrphan(data, silent)
    if (!data.startsWith(path)) await rm(dirname(data), { recursive: true, force: true })
  }
  await rm(path, { recursive: true, force: true })
}
