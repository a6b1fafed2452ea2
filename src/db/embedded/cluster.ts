import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { closeToOthers } from '../../lib/closed-to-others.ts'
import { errorText } from '../../lib/error-text.ts'
import { ifThere } from '../../lib/if-there.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { commandAs, giveTo, type Identity } from './privileges.ts'
import { isUnnamed, naming, unnamedUser } from './unnamed-user.ts'

/** The role and the database of the control plane. The role is no superuser, as on a managed server. */
export const roleName = 'headrace'
export const databaseName = 'headrace'
/**
 * The role of a lake's catalog. It cannot enter the control plane's database, and its password is in a file
 * of its own.
 */
export const LAKE_ROLE = 'headrace_lake'
export const LAKE_PASSWORD_FILE = 'lake-password'

/** One call for the whole file system where there is one: a new cluster has a thousand files. */
const syncMethod = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

/** PostgreSQL refuses data that others may enter, but for a group that reads. */
const GROUP_MAY_READ = 0o050

/** Where one cluster is kept and who runs it. */
export interface Cluster {
  /** What the operator chose: password, log and owner file. */
  readonly folder: string
  /** PostgreSQL's own data folder, `folder`/data wherever PostgreSQL can reach that. */
  readonly dataFolder: string
  readonly binaries: Binaries
  readonly identity: Identity
  /** Whether what is written survives a power cut. */
  readonly durable: boolean
}

/** PostgreSQL reads locale and defaults from its environment; ours also holds secrets it need not know. */
export const postgresEnvironment = {
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: process.env['PATH'] ?? '',
  // Between two statements a connection keeps what the next one would ask the system for again.
  MALLOC_TRIM_THRESHOLD_: '4194304',
  MALLOC_TOP_PAD_: '262144',
}

/**
 * Creates the cluster unless it exists and answers the password of `roleName`. An interrupted creation starts
 * again, in another folder: an initdb that outlived its parent may still be at work. Only a finished cluster
 * gets the name `dataFolder`. Throws StartupError when the data were written by another major version, when
 * they are not whole, or when their password is lost. Calls `onWork` when a program of PostgreSQL begins to
 * create it.
 */
export async function ensureCluster(cluster: Cluster, log: Log, onWork: () => void): Promise<string> {
  const passwordFile = join(cluster.folder, 'password')
  const files = [passwordFile, join(cluster.folder, LAKE_PASSWORD_FILE)]
  for (const file of files) await closeToOthers(file, log)
  await closeToOthers(cluster.dataFolder, log, GROUP_MAY_READ)
  const dataVersion = await versionOf(cluster.dataFolder)
  if (dataVersion === undefined) await refuseLost(cluster.dataFolder, passwordFile)
  await removeUnfinished(cluster.dataFolder, log)
  if (dataVersion === undefined) {
    const passwords = files.map(() => randomBytes(24).toString('base64url'))
    for (const [i, file] of files.entries()) {
      await rm(file, { force: true }) // of an interrupted creation
      await writeFile(unfinishedOf(file), passwords[i]!, { mode: 0o600, flush: true })
    }
    await createCluster(cluster, passwords[0]!, passwords[1]!, onWork)
  } else checkVersion(cluster, dataVersion.trim())
  for (const file of files) await finishFile(file)
  const found = await readFile(passwordFile, 'utf8').catch(() => undefined)
  if (found === undefined) throw passwordMissing(passwordFile, cluster.dataFolder)
  return found.trim()
}

/** A password file gets its name after the data: a password without data means that the data were lost. */
async function finishFile(file: string): Promise<void> {
  if ((await ifThere(stat(file))) === undefined) await ifThere(rename(unfinishedOf(file), file))
}

/** The major version that wrote the data; undefined where there are none yet. */
async function versionOf(dataFolder: string): Promise<string | undefined> {
  const file = join(dataFolder, 'PG_VERSION')
  return ifThere(readFile(file, 'utf8')).catch((error: unknown) => {
    throw new StartupError(`PostgreSQL's file ${file} cannot be read: ${errorText(error)}`, { cause: error })
  })
}

/** Refuses to create a new database, with another password, where the data lack a file or are elsewhere. */
async function refuseLost(dataFolder: string, passwordFile: string): Promise<void> {
  const names = (await ifThere(readdir(dataFolder))) ?? []
  if (names.length > 0)
    throw new StartupError(
      `The folder ${dataFolder} is not empty and has no file PG_VERSION, as every data folder of PostgreSQL has. ` +
        'Restore the folder from your backup, or move it away. Nothing was changed.',
    )
  const siblings = await readdir(dirname(dataFolder))
  const wasInterrupted = siblings.some((name) => name.startsWith(basename(unfinishedOf(dataFolder))))
  if (!wasInterrupted && (await ifThere(stat(passwordFile))) !== undefined)
    throw new StartupError(
      `The data of PostgreSQL are missing from ${dataFolder}, and their password is in ${passwordFile}. Mount or ` +
        'restore them, or remove that file to begin without them. Nothing was changed.',
    )
}

/** Where a cluster, and each of its passwords, is until it is finished. */
const unfinishedOf = (path: string): string => `${path}.new`

/** A folder that is still being written into cannot always be removed; the next start removes it. */
async function removeUnfinished(dataFolder: string, log: Log): Promise<void> {
  const folder = dirname(dataFolder)
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  for (const path of paths.filter((one) => one.startsWith(unfinishedOf(dataFolder))))
    await rm(path, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ path, reason: errorText(error) }, 'Could not remove an unfinished data folder yet'),
    )
}

async function createCluster(
  cluster: Cluster,
  password: string,
  lakePassword: string,
  onWork: () => void,
): Promise<void> {
  const { dataFolder, identity, binaries, durable } = cluster
  const superuserPasswordFile = `${dataFolder}.password`
  const usersFile = `${dataFolder}.users`
  const unfinished = await mkdtemp(`${unfinishedOf(dataFolder)}-`) // no other creation has it
  // The program does not need the superuser while it runs, so its password is discarded; the owner of the
  // files can always get in through single-user mode.
  await writeFile(superuserPasswordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  try {
    await giveTo(identity, unfinished)
    await giveTo(identity, superuserPasswordFile)
    const env = isUnnamed(identity) ? await naming(usersFile) : {}
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${superuserPasswordFile}`]
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const creating = run(cluster, binaries.initdb, ['-D', unfinished, ...access, ...locale, '--no-sync'], {
      env,
    })
    onWork()
    await creating
    const script = [
      `create role ${roleName} login createdb password '${password}';`,
      // The empty one that every cluster has: to create another means copying 300 files.
      `alter database postgres rename to ${databaseName};`,
      `alter database ${databaseName} owner to ${roleName};`,
      `comment on database ${databaseName} is null;`,
      `revoke connect on database ${databaseName} from public;`,
      // A member may create databases for it.
      `create role ${LAKE_ROLE} login password '${lakePassword}';`,
      `grant ${LAKE_ROLE} to ${roleName};`,
    ]
    const single = ['--single', '-D', unfinished, '-c', 'exit_on_error=on', '-c', 'fsync=off', 'template1']
    await run(cluster, binaries.postgres, single, { env, input: `${script.join('\n')}\n` })
    // Once at the end, before the folder gets its name: each of the two would wait for the disk on its own.
    if (durable)
      await run(cluster, binaries.initdb, ['-D', unfinished, '--sync-only', ...syncMethod], { env })
    await rename(unfinished, dataFolder)
    if (durable) await syncFolder(dirname(dataFolder))
  } finally {
    for (const file of [superuserPasswordFile, usersFile]) await rm(file, { force: true })
  }
}

/** Puts the names in a folder on disk, which writing the files in it does not. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** Runs a program of PostgreSQL to its end. Throws StartupError with what it said when it fails. */
async function run(
  cluster: Cluster,
  program: string,
  args: readonly string[],
  { env, input = '' }: { readonly env: Readonly<Record<string, string>>; readonly input?: string },
): Promise<void> {
  const command = commandAs(cluster.identity, program, args)
  const options = { ...command.options, env: { ...postgresEnvironment, ...env }, stdio: 'pipe' as const }
  const child = spawn(command.file, command.args, options)
  child.stdin.on('error', () => undefined) // a program that ended early says why on its own
  child.stdin.end(input)
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit').catch((error: Error) => [error.message]),
  ])
  if (code === 0) return
  if (/could not look up effective user ID/.test(complained)) throw unnamedUser(complained)
  const reason = complained.trim() || said.trim() || `it ended with ${code}`
  throw new StartupError(`PostgreSQL could not create its data folder ${cluster.dataFolder}: ${reason}`)
}

function checkVersion({ dataFolder, binaries }: Cluster, dataVersion: string): void {
  const [major] = binaries.version.split('.')
  if (dataVersion === major) return
  throw new StartupError(
    `The data in ${dataFolder} were written by PostgreSQL ${dataVersion}, and this version of Headrace ` +
      `brings PostgreSQL ${major}. Start the version of Headrace that wrote them, save it with headrace backup, ` +
      'and bring it back here with headrace restore into an empty data folder; or use pg_upgrade.',
  )
}

const passwordMissing = (file: string, dataFolder: string) =>
  new StartupError(
    `The file ${file} with the password of the data in ${dataFolder} is missing. ` +
      `Restore it from your backup, or write a new password into it and set the same one for the role ` +
      `${roleName} in PostgreSQL's single-user mode.`,
  )
