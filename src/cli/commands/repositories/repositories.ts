import type { Command } from 'commander'
import type { PublishedArtifact } from '../../../features/artifacts/schema.ts'
import type { NewRepository, Repository } from '../../../features/repositories/schema.ts'
import { findProject } from '../../api/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { Failure } from '../../terminal/failure.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count, faultLines } from '../validate/fault-text.ts'
import { type PlaceOptions, placeBody, providerName, tokenHeader, withPlace } from './options.ts'

interface InProject extends CommonOptions {
  readonly project: string
}
type SetOptions = InProject & PlaceOptions
interface RemoveOptions extends InProject {
  readonly yes?: boolean | undefined
}
interface PublishOptions extends InProject {
  readonly environment: string
  readonly version: string
}

/** Adds `headrace repo`. */
export function addRepositories(program: Command, terminal: Terminal): void {
  const repo = program.command('repo').description('The Git repository of a project')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(repo.command('show', { isDefault: true }))
    .description('Shows which repository the project has')
    .addHelpText('after', examples(['headrace repo --project Demo']))
    .action((options: InProject) => perform(terminal, options, (context) => show(context, options)))

  withPlace(
    inProject(
      repo.command('set').argument('<provider>', 'hosted, git, github, gitlab, azure-devops', providerName),
    ),
  )
    .description('Associates a repository with the project; hosted makes an empty one inside Headrace')
    .addHelpText(
      'after',
      examples([
        'headrace repo set hosted --project Demo',
        'headrace repo set git --project Demo --url https://git.example.com/team/pipelines.git',
        'GIT_PROVIDER_ACCESS_TOKEN=… headrace repo set gitlab -p Demo --param repositoryId=team/pipelines',
      ]),
    )
    .action((provider: NewRepository['provider'], options: SetOptions) =>
      perform(terminal, options, (context) => set(context, provider, options)),
    )

  inProject(repo.command('remove'))
    .description('Removes the association; the repository itself stays where it is')
    .option('-y, --yes', 'do not ask for confirmation')
    .action((options: RemoveOptions) => perform(terminal, options, (context) => remove(context, options)))

  inProject(repo.command('token'))
    .description(
      'Gives a new access token (GIT_PROVIDER_ACCESS_TOKEN, or --token-stdin) when the stored one has died',
    )
    .option('--token-stdin', 'read the access token from standard input')
    .action((options: SetOptions) => perform(terminal, options, (context) => replaceToken(context, options)))

  inProject(repo.command('branches'))
    .description('Lists the branches')
    .action((options: InProject) => perform(terminal, options, (context) => branches(context, options)))

  inProject(repo.command('history'))
    .description('Lists what was done with the repository, the newest first')
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

async function pathOf(context: Context, { project }: InProject): Promise<string> {
  return `/v1/projects/${(await findProject(context.client(), project)).id}/repositories`
}

async function show(context: Context, options: InProject): Promise<void> {
  const repository = await context.client().get<Repository>(await pathOf(context, options))
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
      : [`  The access token has died: ${tokenFault}. Give a new one: headrace repo token`]),
    ...(repository.migrationInProgress ? ['  A migration is in progress.'] : []),
  ]
}

async function set(
  context: Context,
  provider: NewRepository['provider'],
  options: SetOptions,
): Promise<void> {
  const path = await pathOf(context, options)
  const headers = await tokenHeader(context, options)
  const json = placeBody(provider, options)
  const made = await context.client().call<Repository>('POST', path, { json, headers })
  if (context.json) return context.printJson(made)
  for (const line of repositoryLines(made)) context.print(line)
}

async function remove(context: Context, options: RemoveOptions): Promise<void> {
  const path = await pathOf(context, options)
  await confirm(context, `Remove the repository from project ${options.project}?`, options.yes)
  await context.client().call('DELETE', path)
  if (context.json) context.printJson({ removed: true })
  else context.print('Removed the association. The repository itself is untouched.')
}

async function replaceToken(context: Context, options: SetOptions): Promise<void> {
  const path = await pathOf(context, options)
  const headers = await tokenHeader(context, options)
  if (Object.keys(headers).length === 0)
    throw new Failure('There is no token.', { hint: 'Set GIT_PROVIDER_ACCESS_TOKEN, or use --token-stdin.' })
  await context.client().call('PUT', `${path}/access-token`, { headers })
  if (context.json) context.printJson({ replaced: true })
  else
    context.print('Took the new access token. The one you gave is used up where the provider rotates tokens.')
}

async function branches(context: Context, options: InProject): Promise<void> {
  interface Branch {
    readonly name: string
    readonly commitHash: string
    readonly committedAt: string
    readonly subject: string
    readonly isDefault: boolean
  }
  context.printTable(
    await context.client().all<Branch>(`${await pathOf(context, options)}/branches`),
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
  interface Event {
    readonly action: string
    readonly madeBy: string
    readonly madeAt: string
    readonly detail: string
  }
  context.printTable(
    await context.client().all<Event>(`${await pathOf(context, options)}/events`),
    [
      { title: 'at', value: ({ madeAt }) => madeAt, whole: true },
      { title: 'what', value: ({ action }) => action, whole: true },
      { title: 'by', value: ({ madeBy }) => madeBy },
      { title: 'detail', value: ({ detail }) => detail },
    ],
    'Nothing was done with the repository of this project yet.',
  )
}

async function publish(context: Context, ref: string, options: PublishOptions): Promise<void> {
  const project = await findProject(context.client(), options.project)
  const json = { environmentName: options.environment, versionName: options.version, ref }
  const path = `/v1/projects/${project.id}/artifacts/from-git`
  const published = await context.client().call<PublishedArtifact>('POST', path, { json })
  if (context.json) return context.printJson(published)
  for (const fault of published.faults)
    for (const line of faultLines(fault, context.paint)) context.print(line)
  context.print(
    `Published ${count(published.pipelineCount, 'pipeline')} (${count(published.fileCount, 'file')}) of ` +
      `${published.commitHash?.slice(0, 10)} as version ${published.versionName} in ${published.environmentName}.`,
  )
}
