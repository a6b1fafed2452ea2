import type { Command } from 'commander'
import type { Log } from '../../lib/log.ts'
import { refuseFewOpenFiles } from '../../lib/open-files.ts'
import { type Role, roles, type Setting } from '../settings/setting-kinds.ts'
import { declarations, readSettings, type Settings, settingsOf } from '../settings/settings.ts'
import { backupNotes, backupSwitches, restoreNotes, restoreSwitches } from './backup-help.ts'
import type { Given } from './given.ts'
import { createLog } from './logger.ts'

type Run = (settings: Settings, log: Log, given: Given) => Promise<number>

interface ServerCommand {
  readonly summary: string
  /** Called by the command itself: a runner has no use for the server's code, nor a server for a runner's. */
  readonly load: () => Promise<Run>
  /** The word that the command expects after its name. */
  readonly argument?: string
  /** Flags without a value, and what each does. */
  readonly switches?: Readonly<Record<string, string>>
  /** What its help says at the end. */
  readonly notes?: string
}

const commands: Readonly<Record<Role, ServerCommand>> = {
  start: {
    summary: 'Starts everything in one: database, API, scheduler and a runner named local',
    load: async () => (await import('./start.ts')).runStart,
  },
  api: {
    summary: 'Starts an API process; any number may share one database',
    load: async () => (await import('./run-api.ts')).runApiRole,
  },
  runner: {
    summary: 'Starts a runner; it connects to the API and runs pipelines',
    load: async () => (await import('./run-runner.ts')).runRunnerRole,
  },
  migrate: {
    summary: "Migrates the database to this version's schema, and ends",
    load: async () => (await import('./migrate.ts')).runMigrate,
  },
  backup: {
    summary: 'Saves the whole installation to a file, while it runs',
    load: async () => (await import('./run-backup.ts')).runBackup,
    argument: 'file',
    switches: backupSwitches,
    notes: backupNotes,
  },
  restore: {
    summary: 'Restores an installation from a file that headrace backup wrote',
    load: async () => (await import('./run-restore.ts')).runRestore,
    argument: 'file',
    switches: restoreSwitches,
    notes: restoreNotes,
  },
  'rotate-master-key': {
    summary: 'Rotates the master key (no downtime)',
    load: async () => (await import('./rotate-master-key.ts')).runRotate,
  },
  audit: {
    summary: 'Verifies that no entry of the audit trail was changed, removed or added',
    load: async () => (await import('./audit.ts')).runAudit,
    argument: 'action',
  },
}

export const isServerCommand = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(commands, name)

/** Where the name of the command is: after node, the program and the options of the program itself. */
function commandIn(argv: readonly string[]): number {
  let at = 2
  while (argv[at]?.startsWith('-')) at += argv[at] === '--profile' ? 2 : 1
  return at
}

/** `headrace runner pause local` means `headrace runners …`: starting a runner takes nothing but flags. */
export function withAliases(argv: readonly string[]): string[] {
  const at = commandIn(argv)
  const next = argv[at + 1]
  if (argv[at] !== 'runner' || next === undefined || next.startsWith('-')) return [...argv]
  return argv.with(at, 'runners')
}

/**
 * Adds every command that runs or maintains a server. Each reads its settings from flags and the environment.
 */
export function addServerCommands(program: Command): void {
  for (const role of roles) addServerCommand(program, role, commands[role])
}

function addServerCommand(program: Command, role: Role, described: ServerCommand): void {
  const { summary, load, argument, switches = {}, notes } = described
  const command = program.command(role).description(summary)
  if (argument !== undefined) command.argument(`<${argument}>`)
  for (const [name, meaning] of Object.entries(switches)) command.option(`--${name}`, meaning)
  if (notes !== undefined) command.addHelpText('after', `\n${notes}`)
  for (const name of settingsOf(role)) {
    const { flag, env, summary: meaning, byDefault, secret }: Setting<unknown> = declarations[name]
    const value = name === 'demo' ? '[true|false]' : '<value>'
    const standard = byDefault === undefined ? '' : `, default ${byDefault}`
    const option = command.createOption(`--${flag} ${value}`, `${meaning} (${env}${standard})`)
    // Known, so that who tries it is told what to do instead.
    command.addOption(secret === 'whole' ? option.hideHelp() : option)
  }
  command.action(async (...given: unknown[]) => {
    const options = given.at(-2) as Record<string, string | boolean | undefined>
    const on = Object.keys(switches).filter((name) => options[camelCase(name)] === true)
    const flags = Object.fromEntries(
      Object.entries(options)
        .filter(([name]) => !on.some((one) => camelCase(one) === name))
        .map(([name, value]) => [name, asText(value)]),
    )
    const { settings, unknownNames } = readSettings(process.env, flags, role)
    const log = createLog(settings)
    for (const name of unknownNames) log.warn({ name }, 'Unknown environment variable; is it misspelled?')
    refuseFewOpenFiles()
    const run = await load()
    process.exitCode = await run(settings, log, {
      argument: argument === undefined ? '' : String(given[0]),
      switches: new Set(on),
    })
  })
}

/** As the parser of the command line names an option. */
const camelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

const asText = (value: string | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value)
