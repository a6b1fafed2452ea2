import type { ScriptLimits } from './limits.ts'

/** A script as a component orders it. */
export interface ScriptProcess {
  readonly command: string
  readonly args: readonly string[]
  /** All that the script finds in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** The step's scratch folder, where the script begins. */
  readonly folder: string
}

/** What is spawned for a script. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Written to the standard input, which is empty otherwise. */
  readonly input?: string
  /**
   * Whether everything that the script starts ends with the process that is spawned, by a namespace of its
   * own.
   */
  readonly isNamespace?: boolean
  /** Limits that hold for the script; undefined where it runs without any. */
  readonly limits?: ScriptLimits
}

export type Prepared =
  | { readonly launch: Launch }
  /** The command is not on this runner, or not where scripts can see it. */
  | { readonly missing: string }
  | { readonly fault: string }

/** A program that stays for many scripts. */
export interface PreparedServer {
  readonly launch: Launch
  /** Makes a folder, which lies below that of the program, and what is in it the scripts' own. */
  give(folder: string): Promise<void>
  /** PATH of its scripts. */
  readonly path: string
  /** The folder that its scripts see as `/tmp`. */
  readonly temporary: string
}

/** How the scripts of one project and environment start. */
export interface Scripts {
  prepare(script: ScriptProcess): Promise<Prepared>
  /**
   * A program that runs scripts in one view; undefined where none are contained, or there is no such program.
   */
  prepareServer?(program: ScriptProcess): Promise<PreparedServer | undefined>
}

/** Whose scripts they are, and what was granted to them. */
export interface ScriptZone {
  readonly project: string
  readonly environment: string
  /** The one folder, beside the scratch folder, in which they may read and write. */
  readonly filesFolder: string
}

/** Scripts as processes like any other of the runner's user: they read and signal what the runner can. */
export const sharedScripts: Scripts = {
  prepare: async ({ command, args, env, folder }) => ({ launch: { command, args, env, cwd: folder } }),
}

/** No script runs; each fails with `fault`. */
export const refusedScripts = (fault: string): Scripts => ({ prepare: async () => ({ fault }) })
