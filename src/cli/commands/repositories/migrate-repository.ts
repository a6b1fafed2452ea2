import { type Command, Option } from 'commander'
import { clientUntil } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Answer } from '../../../client/operations.ts'
import type { Repository, RepositoryMigration } from '../../../client/resources.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { interruption } from '../../terminal/interruption.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { createProgressBar } from '../../terminal/progress-bar.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import {
  providerName,
  type RepositoryOptions,
  repositoryBody,
  tokenHeader,
  withRepository,
} from './options.ts'

interface MigrateOptions extends CommonOptions, RepositoryOptions {
  readonly project: string
  readonly mode: 'MIRROR_PUSH' | 'RECONFIGURE'
  readonly dryRun?: boolean | undefined
  readonly watch?: boolean | undefined
}

const POLL_MS = 500

type Started = Answer<'post', '/v1/projects/{projectId}/repository-migration'>
type DryRun = Extract<Started, { checks: unknown }>
type Begun = Exclude<Started, DryRun>

/** Adds `headrace migrate-repo`. */
export function addMigrateRepository(program: Command, terminal: Terminal): void {
  const command = program
    .command('migrate-repo')
    .argument('<provider>', 'the target: hosted, git, github, gitlab, azure-devops', providerName)
  withRepository(withJson(command))
    .summary("Moves a project's repository to another repository or provider")
    .description(
      "Moves a project's repository with every branch, tag and note. The project keeps its repository until " +
        'the target has been compared. Each attempt uses up an access token, even one that fails.',
    )
    .requiredOption('-p, --project <project>', 'id or name of the project')
    .addOption(
      new Option('--mode <mode>', 'copy everything, or only point at a target that has it already')
        .choices(['MIRROR_PUSH', 'RECONFIGURE'])
        .default('MIRROR_PUSH'),
    )
    .option('--dry-run', 'only run the checks; nothing changes and no token is used up')
    .option('--watch', 'show the progress, and wait for the end')
    .addHelpText(
      'after',
      examples([
        'headrace migrate-repo git -p Demo --url https://git.example.com/team/new.git --dry-run',
        'GIT_PROVIDER_ACCESS_TOKEN=… headrace migrate-repo gitlab -p Demo --param repositoryId=team/new --watch',
      ]),
    )
    .action((provider: Repository['provider'], options: MigrateOptions) =>
      perform(terminal, options, (context) => migrate(context, provider, options)),
    )
}

async function migrate(
  context: Context,
  provider: Repository['provider'],
  options: MigrateOptions,
): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const path = { projectId: project.id }
  const headers = await tokenHeader(context, options)
  const json = { mode: options.mode, ...repositoryBody(provider, options) }
  const query = { dryRun: options.dryRun }
  const started = await client.post('/v1/projects/{projectId}/repository-migration', {
    path,
    json,
    headers,
    query,
  })
  if ('checks' in started) return report(context, started)
  if (options.watch) return watch(context, project.id, started)
  if (context.json) return context.printJson(started)
  context.print(
    `Migration ${started.migrationId} has started. Until it ends, Git operations of the project wait.`,
  )
}

const marks = { PASSED: '✓', FAILED: '✗', UNKNOWN: '?' } as const
const colours = { PASSED: 'green', FAILED: 'red', UNKNOWN: 'yellow' } as const

function report(context: Context, { ready, checks }: DryRun): void {
  if (context.json) context.printJson({ ready, checks })
  else {
    for (const { result, detail } of checks)
      context.print(`${context.paint(colours[result], marks[result])} ${detail}`)
  }
  if (!ready) throw new Failure('The migration cannot start yet.', { hint: 'See the checks that failed.' })
  if (!context.json) context.print('The migration can start.')
}

async function watch(context: Context, projectId: string, started: Begun): Promise<void> {
  const { migrationId } = started
  const migration = await followUp(context, started, () => untilEnd(context, { projectId, migrationId }))
  if (migration !== undefined) return end(context, migration)
  context.terminal.setExitCode(1)
  if (context.json) return context.printJson({ migrationId, detached: true })
  context.note('The migration continues in the background.')
}

/**
 * Shows how far a migration is until it has ended; undefined when the user pressed Ctrl-C. A server that is
 * away is waited for.
 */
async function untilEnd(
  context: Context,
  path: { readonly projectId: string; readonly migrationId: string },
): Promise<RepositoryMigration | undefined> {
  const { terminal } = context
  const bar = createProgressBar(terminal.stderr, !context.json)
  const { signal, stop } = interruption(context)
  const client = clientUntil(context.watchingClient(), signal)
  try {
    for (;;) {
      const migration = await client.get('/v1/projects/{projectId}/repository-migration/{migrationId}', {
        path,
      })
      if (migration.status !== 'IN_PROGRESS') return migration
      bar.show(migration.detail ?? 'Starting')
      await terminal.wait(POLL_MS, signal)
      if (signal.aborted) return undefined
    }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    bar.clear()
    stop()
  }
}

function end(context: Context, migration: RepositoryMigration): void {
  if (context.json) context.printJson(migration)
  if (migration.status === 'FAILED') throw new Failure(`The migration failed: ${migration.detail}`)
  if (!context.json) context.print(`${context.paint('green', 'SUCCEEDED')}: ${migration.detail}`)
}
