import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Repository } from '../../../client/resources.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count, faultLines } from '../validate/fault-text.ts'
import {
  providerName,
  type RepositoryOptions,
  repositoryBody,
  tokenHeader,
  withRepository,
} from './options.ts'

interface InProject extends CommonOptions {
  readonly project: string
}
type SetOptions = InProject & RepositoryOptions
interface RemoveOptions extends InProject {
  readonly yes?: boolean | undefined
}
interface PublishOptions extends InProject {
  readonly environment: string
  readonly version: string
}

/** Adds `headrace repo`. */
export function addRepositories(program: Command, terminal: Terminal): void {
  const repo = program.command('repo').description('Manages the Git repository of a project')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(repo.command('show', { isDefault: true }))
    .description('Shows the repository of the project')
    .addHelpText('after', examples(['headrace repo --project Demo']))
    .action((options: InProject) => perform(terminal, options, (context) => show(context, options)))

  withRepository(
    inProject(
      repo.command('set').argument('<provider>', 'hosted, git, github, gitlab, azure-devops', providerName),
    ),
  )
    .description(
      'Associates a repository with the project; hosted creates one inside Headrace, or takes the one it had there before',
    )
    .addHelpText(
      'after',
      examples([
        'headrace repo set hosted --project Demo',
        'headrace repo set git --project Demo --url https://git.example.com/team/pipelines.git',
        'GIT_PROVIDER_ACCESS_TOKEN=… headrace repo set gitlab -p Demo --param repositoryId=team/pipelines',
      ]),
    )
    .action((provider: Repository['provider'], options: SetOptions) =>
      perform(terminal, options, (context) => set(context, provider, options)),
    )

  inProject(repo.command('remove'))
    .description('Removes the association; the repository itself does not change')
    .option('-y, --yes', 'do not ask for confirmation')
    .action((options: RemoveOptions) => perform(terminal, options, (context) => remove(context, options)))

  inProject(repo.command('token'))
    .description(
      'Replaces the stored access token when it is no longer valid (GIT_PROVIDER_ACCESS_TOKEN, or --token-stdin)',
    )
    .option('--token-stdin', 'read the access token from standard input')
    .action((options: SetOptions) => perform(terminal, options, (context) => replaceToken(context, options)))

  inProject(repo.command('branches'))
    .description('Lists the branches')
    .action((options: InProject) => perform(terminal, options, (context) => branches(context, options)))

  inProject(repo.command('history'))
    .description('Lists the changes of the association, the newest first')
    .action((options: InProject) => perform(terminal, options, (context) => history(context, options)))

  inProject(repo.command('publish').argument('<ref>', 'branch, tag or commit'))
    .description('Publishes a commit of the repository as a version in an environment')
    .requiredOption('-e, --environment <name>', 'environment to publish in')
    .requiredOption('--version <name>', 'name of the version, new in this environment')
    .addHelpText('after', examples(['headrace repo publish main -p Demo -e Development --version 1.0']))
    .action((ref: string, options: PublishOptions) =>
      perform(terminal, options, (context) => publish(context, ref, options)),
    )
}

async function pathOf(context: Context, { project }: InProject) {
  return { projectId: (await findProject(context.client(), project)).id }
}

async function show(context: Context, options: InProject): Promise<void> {
  const path = await pathOf(context, options)
  const repository = await context.client().get('/v1/projects/{projectId}/repositories', { path })
  if (context.json) return context.printJson(repository)
  for (const line of repositoryLines(repository)) context.print(line)
}

/** A repository as text, one fact a line. */
function repositoryLines(repository: Repository): string[] {
  const { provider, repositoryName, providerParameters, cloneUrl, tokenFault } = repository
  return [
    `${repositoryName} at ${provider}`,
    ...Object.entries(providerParameters).map(([name, value]) => `  ${name}: ${value}`),
    ...(cloneUrl === undefined ? [] : [`  clone: git clone ${cloneUrl}`]),
    ...(tokenFault === undefined
      ? []
      : [
          `  The access token could not be rotated: ${tokenFault}. Headrace tries again within an hour;`,
          '  if the token is no longer valid, replace it: headrace repo token',
        ]),
    ...(repository.migrationInProgress ? ['  A migration is in progress.'] : []),
  ]
}

async function set(context: Context, provider: Repository['provider'], options: SetOptions): Promise<void> {
  const path = await pathOf(context, options)
  const headers = await tokenHeader(context, options)
  const json = repositoryBody(provider, options)
  const made = await context.client().post('/v1/projects/{projectId}/repositories', { path, json, headers })
  if (context.json) return context.printJson(made)
  for (const line of repositoryLines(made)) context.print(line)
}

async function remove(context: Context, options: RemoveOptions): Promise<void> {
  const path = await pathOf(context, options)
  await confirm(context, `Remove the repository from project ${options.project}?`, options.yes)
  await context.client().delete('/v1/projects/{projectId}/repositories', { path })
  if (context.json) context.printJson({ removed: true })
  else context.print('Removed the association. The repository itself has not changed.')
}

async function replaceToken(context: Context, options: SetOptions): Promise<void> {
  const path = await pathOf(context, options)
  const headers = await tokenHeader(context, options)
  if (Object.keys(headers).length === 0)
    throw new Failure('No access token was passed.', {
      hint: 'Set GIT_PROVIDER_ACCESS_TOKEN, or use --token-stdin.',
    })
  await context.client().put('/v1/projects/{projectId}/repositories/access-token', { path, headers })
  if (context.json) context.printJson({ replaced: true })
  else
    context.print(
      'Replaced the access token. Providers that rotate tokens no longer accept the one you passed.',
    )
}

async function branches(context: Context, options: InProject): Promise<void> {
  const path = await pathOf(context, options)
  context.printTable(
    await context.client().all('/v1/projects/{projectId}/repositories/branches', { path }),
    [
      {
        title: 'branch',
        value: ({ name, isDefault }) => `${name}${isDefault ? ' (default)' : ''}`,
        whole: true,
      },
      { title: 'commit', value: ({ commitHash }) => commitHash.slice(0, 10), whole: true },
      { title: 'at', value: ({ committedAt }) => committedAt },
      { title: 'subject', value: ({ subject }) => subject },
    ],
    'The repository is empty.',
  )
}

async function history(context: Context, options: InProject): Promise<void> {
  const path = await pathOf(context, options)
  context.printTable(
    await context.client().all('/v1/projects/{projectId}/repositories/events', { path }),
    [
      { title: 'at', value: ({ madeAt }) => madeAt, whole: true },
      { title: 'what', value: ({ action }) => action, whole: true },
      { title: 'by', value: ({ madeBy }) => madeBy },
      { title: 'detail', value: ({ detail }) => detail },
    ],
    'This project never had a repository.',
  )
}

async function publish(context: Context, ref: string, options: PublishOptions): Promise<void> {
  const client = context.client()
  const path = await pathOf(context, options)
  const json = { environmentName: options.environment, versionName: options.version, ref }
  const published = await withNameHint(client, { ...path, environmentName: options.environment }, () =>
    client.post('/v1/projects/{projectId}/artifacts/from-git', { path, json }),
  )
  if (context.json) return context.printJson(published)
  for (const fault of published.faults)
    for (const line of faultLines(fault, context.paint)) context.print(line)
  context.print(
    `Published ${count(published.pipelineCount, 'pipeline')} (${count(published.fileCount, 'file')}) of ` +
      `${published.commitHash?.slice(0, 10)} as version ${published.versionName} in ${published.environmentName}.`,
  )
}
