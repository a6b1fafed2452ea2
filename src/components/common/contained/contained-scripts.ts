import { statSync } from 'node:fs'
import { chmod, lstat, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { giveFolder, identityFor } from './identity.ts'
import { innerProgram, isTooLarge } from './inner-program.ts'
import type { Interpreter } from './interpreter.ts'
import { keepFiles } from './keep-files.ts'
import { limitArguments, type ScriptLimits } from './limits.ts'
import type { Means } from './means.ts'
import type { ScriptProcess, Scripts, ScriptZone } from './scripts.ts'
import { findProgram, isWithin, type MachineView, scriptMounts, TEMPORARY } from './view.ts'

export interface Container {
  readonly means: Means
  readonly ownProc: boolean
  readonly view: MachineView
  readonly limits: ScriptLimits
  /** An empty folder; the roots of all views are made over it, each in a namespace of its own. */
  readonly root: string
  readonly interpreter: Interpreter | undefined
  /**
   * The Python that makes it safe to let scripts write to files that SQL reads; without, they only read them.
   */
  readonly keeper: string | undefined
}

/** Where the tools of the view are, whatever PATH the runner has. */
const launcherEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
}

/** When memory runs out, a script goes first. Where its /proc is for reading, it cannot take that back. */
const endedFirst = [
  'sh',
  '-c',
  'echo 800 2>/dev/null >/proc/self/oom_score_adj || :; exec "$@"',
  'sh',
] as const

/** Scripts of one zone, each in a view of its own of files and processes, as an identity without rights. */
export function containedScripts(container: Container, zone: ScriptZone): Scripts {
  const { means, ownProc, view, limits, root, interpreter, keeper } = container
  const identity = identityFor(zone.project, zone.environment)

  async function granted(): Promise<string> {
    const folder = zone.filesFolder
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A link is the operator's word on where the files are; whose they are is his word, too.
    if (!(await lstat(folder)).isSymbolicLink()) await giveFolder(identity, folder)
    return realpath(folder)
  }

  /**
   * A script that stays could lead the runner, which puts what the next one needs into folders of `scratch`,
   * to any other place: it changes nothing there but what it is given, where the runner has an account of its
   * own.
   */
  async function giveScratch(scratch: string, temporary: string, stays: boolean): Promise<void> {
    if (!stays) return giveFolder(identity, scratch)
    await giveFolder(identity, temporary)
    await chmod(scratch, 0o711)
  }

  async function enter(scratch: string, stays: boolean): Promise<readonly string[]> {
    const temporary = temporaryIn(scratch)
    await mkdir(temporary, { mode: 0o700 })
    const target = zone.filesFolder
    const kind = keeper === undefined ? ('read-only' as const) : ('writable' as const)
    const files = { kind, source: await granted(), target }
    await giveScratch(scratch, temporary, stays)
    const mounts = scriptMounts(view, scratch, temporary, [files])
    const words = means.enter({ mounts, links: view.links, identity, root, ownProc, isFile })
    const kept = keeper === undefined ? [] : keepFiles(keeper, freeFolders(scratch, target))
    return [...endedFirst, ...words, ...kept, 'prlimit', ...limitArguments(limits), 'sh', '-s']
  }

  async function prepare(script: ScriptProcess, stays = false) {
    const isInterpreter = script.command === interpreter?.command
    const command = isInterpreter ? interpreter?.executable : findProgram(view, script.command)
    if (command === undefined) return { missing: script.command }
    const env = { ...script.env, HOME: script.folder, PATH: pathOf(view) }
    if (isTooLarge(env))
      return { fault: 'The variables are too large for a process; pass large values through a table' }
    const [launcher = '', ...args] = await enter(script.folder, stays)
    const input = innerProgram({ ...script, command, env, stays })
    const launch = { command: launcher, args, env: launcherEnvironment, cwd: '/', input, limits }
    return { launch: { ...launch, isNamespace: true } }
  }

  async function prepareServer(program: ScriptProcess) {
    const prepared = await prepare(program, true)
    if (!('launch' in prepared)) return undefined
    const give = (folder: string) => giveFolder(identity, folder)
    return { launch: prepared.launch, give, path: pathOf(view), temporary: temporaryIn(program.folder) }
  }

  return { prepare: (script) => prepare(script), prepareServer }
}

const pathOf = (view: MachineView): string => view.path.join(':')

const temporaryIn = (scratch: string): string => join(scratch, 'tmp')

/**
 * Where scripts make links: not where the files are below, as they may be on a machine for tests. One folder
 * is all of `TEMPORARY`.
 */
const freeFolders = (scratch: string, files: string): readonly string[] =>
  TEMPORARY.some((folder) => isWithin(files, folder)) ? [scratch] : [scratch, ...TEMPORARY.slice(0, 1)]

const isFile = (path: string): boolean => !statSync(path).isDirectory()
