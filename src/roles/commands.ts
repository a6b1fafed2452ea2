import type { Command } from 'commander'
import type { Log } from '../lib/log.ts'
import { createLog } from './logger.ts'
import { runMigrate } from './migrate.ts'
import { runApiRole } from './run-api.ts'
import { runRunnerRole } from './run-runner.ts'
import { declarations, readSettings, type Settings, settingsOf } from './settings.ts'
import { runStart } from './start.ts'

type Role = keyof typeof settingsOf
type Run = (settings: Settings, log: Log) => Promise<number>

/** The commands that serve: start, api, runner, migrate. Each reads its settings from flags and the environment. */
export function addServerCommands(program: Command): void {
  add(
    program,
    'start',
    'Start everything in one: database, API, scheduler and a runner named local',
    runStart,
  )
  add(program, 'api', 'Start an API process; any number may run over one database', runApiRole)
  add(program, 'runner', 'Start a runner; it connects to the API and runs pipelines', runRunnerRole)
  add(program, 'migrate', "Bring the database to this version's schema and exit", runMigrate)
}

function add(program: Command, role: Role, summary: string, run: Run): void {
  const command = program.command(role).description(summary)
  for (const name of settingsOf[role]) {
    const { flag, env, summary: meaning, byDefault } = declarations[name]
    const value = name === 'demo' ? '[true|false]' : '<value>'
    const standard = byDefault === undefined ? '' : `, default ${byDefault}`
    command.option(`--${flag} ${value}`, `${meaning} (${env}${standard})`)
  }
  command.action(async (options: Record<string, string | boolean | undefined>) => {
    const flags = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, asText(value)]))
    const { settings, unknownNames } = readSettings(process.env, flags)
    const log = createLog(settings)
    for (const name of unknownNames)
      log.warn({ name }, 'This environment variable means nothing; is it misspelt?')
    process.exitCode = await run(settings, log)
  })
}

const asText = (value: string | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value)
