import type { Command } from 'commander'
import type { Log } from '../../lib/log.ts'
import { declarations, readSettings, type Settings, settingsOf } from '../settings/settings.ts'
import { createLog } from './logger.ts'

type Role = keyof typeof settingsOf
type Run = (settings: Settings, log: Log, action?: string) => Promise<number>

export const isServerCommand = (name: string | undefined): boolean =>
  name !== undefined && Object.hasOwn(settingsOf, name)

/** `headrace runner pause local` means `headrace runners …`: starting a runner takes nothing but flags. */
export function withAliases(argv: readonly string[]): string[] {
  const [node, program, name, next, ...rest] = argv
  if (name !== 'runner' || next === undefined || next.startsWith('-')) return [...argv]
  return [node!, program!, 'runners', next, ...rest]
}

/** The commands that serve: start, api, runner, migrate. Each reads its settings from flags and the environment. */
export function addServerCommands(program: Command): void {
  const everything = 'Start everything in one: database, API, scheduler and a runner named local'
  add(program, 'start', everything, async () => (await import('./start.ts')).runStart)
  const api = 'Start an API process; any number may run over one database'
  add(program, 'api', api, async () => (await import('./run-api.ts')).runApiRole)
  const runner = 'Start a runner; it connects to the API and runs pipelines'
  add(program, 'runner', runner, async () => (await import('./run-runner.ts')).runRunnerRole)
  const migrate = "Bring the database to this version's schema and exit"
  add(program, 'migrate', migrate, async () => (await import('./migrate.ts')).runMigrate)
  const rotate = 'Keep what secrets are encrypted with under another master key; servers may run meanwhile'
  add(program, 'rotate-master-key', rotate, async () => (await import('./rotate-master-key.ts')).runRotate)
  const audit = 'Verify that no entry of the audit trail was changed, removed or added'
  add(program, 'audit', audit, async () => (await import('./audit.ts')).runAudit, '<action>')
}

/** `load` is called by the command itself: a runner has no use for the server's code, nor a server for a runner's. */
function add(
  program: Command,
  role: Role,
  summary: string,
  load: () => Promise<Run>,
  action?: '<action>',
): void {
  const command = program.command(role).description(summary)
  if (action !== undefined) command.argument(action, 'verify')
  for (const name of settingsOf[role]) {
    const { flag, env, summary: meaning, byDefault } = declarations[name]
    const value = name === 'demo' ? '[true|false]' : '<value>'
    const standard = byDefault === undefined ? '' : `, default ${byDefault}`
    command.option(`--${flag} ${value}`, `${meaning} (${env}${standard})`)
  }
  command.action(async (...given: unknown[]) => {
    const options = given.at(-2) as Record<string, string | boolean | undefined>
    const flags = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, asText(value)]))
    const { settings, unknownNames } = readSettings(process.env, flags)
    const log = createLog(settings)
    for (const name of unknownNames)
      log.warn({ name }, 'This environment variable means nothing; is it misspelt?')
    const run = await load()
    process.exitCode = await run(settings, log, action && String(given[0]))
  })
}

const asText = (value: string | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value)
