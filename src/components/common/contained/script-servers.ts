import { chmod, copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeScratchFolder } from '../../../lib/scratch-folders.ts'
import type { ProcessEnd } from '../process-group.ts'
import { emptyUnfollowed, removeUnfollowed } from './remove-unfollowed.ts'
import { type ScriptServer, type ServedScript, startScriptServer } from './script-server.ts'
import type { Launch, PreparedServer, Scripts } from './scripts.ts'

/** A program that runs scripts for one execution, one at a time. */
export interface TakenServer {
  readonly limits: Launch['limits']
  /** A private, empty folder in its view for one script, which is removed when the server is given back. */
  readonly folder: string
  /** Makes what lies in the folder the script's, waits for `mayBegin`, and runs it. */
  run(order: ServedScript, mayBegin: () => Promise<void>): Promise<ProcessEnd>
  /**
   * Keeps the program for the next script, which waits until nothing of this one is left; ends one that takes
   * no other.
   */
  giveBack(): Promise<void>
}

export interface ServerProgram {
  readonly command: string
  /** A file that is copied to where the program sees it. */
  readonly source: URL
  /** Arguments before and after that file. */
  readonly args: (file: string) => readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * The programs of one execution that stay for its next script. They are never shared with another execution,
 * so what a script does to its program or its view, it does to scripts of its own execution.
 */
export interface ScriptServers {
  /**
   * One that waits, or a new one. Undefined where there can be none: then each script is started for itself.
   */
  take(program: ServerProgram): Promise<TakenServer | undefined>
  /** Ends all. Never rejects: the execution has ended, and what is left over changes nothing about that. */
  close(): Promise<void>
}

/** Python alone takes some 10 MiB. */
const IDLE_MS = 10_000

interface Kept {
  readonly server: ScriptServer
  readonly program: ServerProgram
  readonly home: string
  readonly prepared: PreparedServer
  /** What the view itself has below `/tmp`: places of what is mounted there. */
  readonly places: readonly string[]
  /** Whether nothing of the last script is left. */
  cleaned: Promise<boolean>
  timer: NodeJS.Timeout | undefined
}

export function createScriptServers(scripts: Scripts, scratchRoot: string): ScriptServers {
  const idle = new Set<Kept>()
  const all = new Set<Kept>()
  /** A program that failed to start is not tried again for every script. */
  const failed = new Set<ServerProgram>()

  async function take(program: ServerProgram): Promise<TakenServer | undefined> {
    const kept = (await takeIdle(program)) ?? (await start(program))
    return kept && taken(kept)
  }

  async function takeIdle(program: ServerProgram): Promise<Kept | undefined> {
    const kept = [...idle].find((one) => one.program === program && one.server.isUsable())
    if (kept === undefined) return undefined
    idle.delete(kept)
    clearTimeout(kept.timer)
    if (await kept.cleaned) return kept
    await end(kept)
    return undefined
  }

  async function start(program: ServerProgram): Promise<Kept | undefined> {
    if (scripts.prepareServer === undefined || failed.has(program)) return undefined
    const home = await makeScratchFolder(scratchRoot, 'server')
    let kept: Kept | undefined
    try {
      kept = await startIn(home, program)
      if (kept === undefined) failed.add(program)
    } finally {
      if (kept === undefined) await isRemoved(home)
    }
    return kept
  }

  async function startIn(home: string, program: ServerProgram): Promise<Kept | undefined> {
    const file = join(home, 'program')
    await copyFile(fileURLToPath(program.source), file)
    await chmod(file, 0o644) // the account of the script reads it
    const { command, args, env } = program
    const prepared = await scripts.prepareServer?.({ command, args: args(file), env, folder: home })
    const server = prepared && (await startScriptServer(prepared.launch))
    if (server === undefined) return undefined
    const places = await readdir(prepared!.temporary)
    const cleaned = Promise.resolve(true)
    const kept: Kept = { server, program, home, prepared: prepared!, places, cleaned, timer: undefined }
    all.add(kept)
    return kept
  }

  async function taken(kept: Kept): Promise<TakenServer> {
    const { server, home, prepared } = kept
    const { launch, give, path, temporary } = prepared
    const folder = await mkdtemp(join(home, 'step-'))
    return {
      limits: launch.limits,
      folder,
      run: async (order, mayBegin) => {
        await give(folder)
        return server.run({ ...order, env: { ...order.env, HOME: folder, PATH: path } }, mayBegin)
      },
      giveBack: async () => {
        kept.cleaned = isCleaned(folder, temporary, kept.places)
        if (!server.isUsable()) return end(kept)
        kept.timer = setTimeout(() => void end(kept), IDLE_MS).unref()
        idle.add(kept)
      },
    }
  }

  async function end(kept: Kept): Promise<void> {
    idle.delete(kept)
    all.delete(kept)
    clearTimeout(kept.timer)
    await kept.server.end()
    await kept.cleaned
    await isRemoved(kept.home)
  }

  return {
    take,
    close: async () => {
      await Promise.all([...all].map(end))
    },
  }
}

/**
 * Removes a file or folder. False when a script has closed it to the account that the runner shares with it.
 */
async function isRemoved(path: string): Promise<boolean> {
  try {
    await rm(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

/**
 * Removes the folder of a script, and what it left among temporary files. False as above, and when something
 * is exchanged meanwhile: nothing of a script is left by now, but for one that took its interpreter over.
 */
async function isCleaned(folder: string, temporary: string, kept: readonly string[]): Promise<boolean> {
  try {
    await removeUnfollowed(folder)
    await emptyUnfollowed(temporary, kept)
    return true
  } catch {
    return false
  }
}
