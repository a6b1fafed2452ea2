import { join } from 'node:path'
import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { Parameters } from '../../../pipeline/model.ts'
import { textOf } from '../../common/blocks.ts'
import { readLeftFile } from '../../common/left-file.ts'
import { failure, success } from '../../common/outcome.ts'
import { runScript, scriptEnvironment } from '../../common/script.ts'
import { timeoutOf } from '../../common/script-limits.ts'
import { secretEnvironment } from '../../common/script-secrets.ts'
import { shortened } from '../../common/variables.ts'
import { component, type StepContext } from '../../component.ts'
import { commandWords } from './command.ts'
import { findProject, PASSWORD_VARIABLE, profilesOf, writeProject } from './project.ts'
import { dbtFaults, declaration } from './properties.ts'
import { partOf, readResults, resultLine, rowsOf, shownLine, summary } from './results.ts'

const DEFAULT_THREADS = 4
const MAX_MESSAGE = 4_000
/** A project of ten thousand models leaves some 20 MB. */
const MAX_RESULTS_BYTES = 256 * 1024 * 1024

/**
 * The project of the version that runs, in a folder of the step's own; what dbt did is in the files that it
 * leaves there.
 */
export const run = component(declaration, async (context, parameters): Promise<Outcome> => {
  const faults = dbtFaults(parameters as Parameters)
  const command = commandWords(parameters.command)
  const limit = timeoutOf(parameters.timeout)
  if (faults.length > 0 || 'fault' in command || 'fault' in limit)
    return failure([...new Set([...faults, ...('fault' in command ? [command.fault] : [])])].join('. '))
  const project = findProject(context, textOf(parameters.gitFolderPath), textOf(parameters.dbtUrl))
  if ('fault' in project) return failure(project.fault)
  const connection = await context.databaseConnection()
  const threads = Number(textOf(parameters.threads) || DEFAULT_THREADS)
  const profiles = profilesOf(project.profile, connection, { schema: schemaOf(parameters.schema), threads })
  if ('fault' in profiles) return failure(profiles.fault)
  const secrets = await secretEnvironment(context, parameters.secretVariables)
  if ('fault' in secrets) return failure(secrets.fault)
  const folder = await context.scratchFolder()
  await writeProject(folder, project, profiles.text)
  const rows = parameters.mapDbtEnvironmentVariables ?? []
  const password = connection.type === 'POSTGRES' ? connection.password : undefined
  const env = {
    ...Object.fromEntries(rows.map(([name = '', value = '']) => [name.trim(), value])),
    ...secrets.env,
    ...dbtEnvironment(folder),
    ...(password !== undefined && { [PASSWORD_VARIABLE]: password }),
  }
  const dbt = { context, folder, env, timeoutSeconds: limit.seconds }
  const needsPackages = project.hasPackages && !withoutPackages.has(command.words[0] ?? '')
  const fetched = needsPackages ? await runDbt(dbt, ['deps']) : undefined
  if (fetched !== undefined && fetched.result !== 'SUCCESS') return fetched
  return runDbt(dbt, command.words)
})

/** These commands need no packages, or fetch them. */
const withoutPackages = new Set(['deps', 'debug', 'clean', 'init', '--version', '--help'])

const schemaOf = (stated: string | undefined): string =>
  textOf(stated) === '[Environment Default]' ? '' : textOf(stated)

/** Where dbt finds its files and leaves others, whatever the command says. */
const dbtEnvironment = (folder: string): Record<string, string> => ({
  ...scriptEnvironment(folder),
  HOME: folder,
  DBT_PROFILES_DIR: join(folder, 'profiles'),
  DBT_PROJECT_DIR: join(folder, 'project'),
  DBT_TARGET_PATH: join(folder, 'target'),
  DBT_LOG_PATH: join(folder, 'logs'),
  DBT_LOG_FORMAT: 'json',
  DBT_USE_COLORS: 'false',
  DBT_SEND_ANONYMOUS_USAGE_STATS: 'false',
  DO_NOT_TRACK: '1',
  PYTHONIOENCODING: 'utf-8',
  PYTHONDONTWRITEBYTECODE: '1',
})

interface Dbt {
  readonly context: StepContext
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutSeconds: number
}

async function runDbt(
  { context, folder, env, timeoutSeconds }: Dbt,
  words: readonly string[],
): Promise<Outcome> {
  let lastError: string | undefined
  const outcome = await runScript(context, {
    command: process.env['HEADRACE_DBT'] || 'dbt',
    args: words,
    env,
    folder,
    timeoutSeconds,
    hint:
      'Install dbt-core and dbt-postgres, for example into a virtual environment below /opt, and name the program in ' +
      'HEADRACE_DBT.',
    shown: (line) => {
      const shown = shownLine(line)
      if (shown?.isError) lastError = shown.text
      return shown?.text
    },
  })
  const results = resultsIn(folder)
  const endedAt = new Date()
  for (const one of results ?? []) {
    context.log(resultLine(one))
    await context.addPart(partOf(one, endedAt))
  }
  const said = results === undefined || results.length === 0 ? undefined : summary(results)
  const rowCount = rowsOf(results ?? [])
  const counted = rowCount === undefined ? {} : { rowCount }
  const name = `dbt ${words[0]}`
  if (outcome.result === 'SUCCESS') return success(`${name}: ${said ?? 'done'}`, counted)
  const reason = said ?? lastError ?? outcome.message ?? ''
  return failure(shortened(context.masked(`${name}: ${reason}`), MAX_MESSAGE), counted)
}

/** What dbt says of every model and test; undefined where the command runs none. */
function resultsIn(folder: string) {
  const left = readLeftFile(folder, join('target', 'run_results.json'), MAX_RESULTS_BYTES)
  return 'fault' in left ? undefined : readResults(left.text)
}
