import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Answer } from '../../../client/operations.ts'
import { type SharedReference, sharedReference } from '../../../pipeline/shared/reference.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { count } from '../validate/fault-text.ts'
import { printDiff, shownValue } from './diff-text.ts'
import { publish } from './publish.ts'
import { addSharing } from './sharing.ts'

type SharedUser = Answer<'get', '/v1/shared-pipelines/users'>['results'][number]

interface ListOptions extends CommonOptions {
  readonly project?: string | undefined
}

interface VersionOptions extends CommonOptions {
  readonly version?: string | undefined
}

interface DisableOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

interface DiffOptions extends CommonOptions {
  readonly from: string
  readonly to?: string | undefined
}

/** Adds `headrace shared-pipelines`. */
export function addSharedPipelines(program: Command, terminal: Terminal): void {
  const shared = program
    .command('shared-pipelines')
    .description('Publishes pipelines for other projects, and shows who runs them')

  withJson(shared.command('list', { isDefault: true }))
    .description('Lists shared pipelines in their newest versions')
    .option('-p, --project <project>', 'only what this project may run, by id or name')
    .addHelpText('after', examples(['headrace shared-pipelines -p Shop']))
    .action((options: ListOptions) => perform(terminal, options, (context) => list(context, options)))

  withJson(shared.command('show').argument('<set>', 'prefix of the set'))
    .description('Shows what a version shares, with the parameters')
    .option('--version <name>', 'the version (default: the newest that is enabled)')
    .addHelpText('after', examples(['headrace shared-pipelines show etl-core --version 1.2.0']))
    .action((set: string, options: VersionOptions) =>
      perform(terminal, options, (context) => show(context, set, options)),
    )

  addPublishing(shared, terminal)
  addUse(shared, terminal)
  addSharing(shared, terminal)
}

function addPublishing(shared: Command, terminal: Terminal): void {
  withJson(
    shared.command('publish').argument('[dir]', 'folder with the pipelines; or name a commit with --ref'),
  )
    .description(
      'Publishes a version: what `.matillion/shared-pipelines.yaml` of the folder or commit shares',
    )
    .requiredOption('--set <prefix>', 'prefix of the set')
    .requiredOption('--version <name>', 'name of the version, new in the set')
    .option('-p, --project <project>', 'the owner of a new set, or whose repository --ref names')
    .option('--ref <ref>', "branch, tag or commit of the project's repository")
    .option('--commit <hash>', 'commit that the files of the folder come from')
    .option('--branch <name>', 'branch that the files of the folder come from')
    .addHelpText(
      'after',
      examples([
        'headrace shared-pipelines publish library --set etl-core --version 1.2.0 -p Library',
        'headrace shared-pipelines publish --ref main --set etl-core --version 1.2.0 -p Library',
      ]),
    )
    .action((dir: string | undefined, options) =>
      perform(terminal, options, (context) => publish(context, dir, options)),
    )

  for (const action of ['disable', 'enable'] as const)
    withJson(shared.command(action).argument('<set>').argument('<version>'))
      .description(
        action === 'disable'
          ? 'Disables a version: it no longer counts as the newest; what was published with it keeps running it'
          : 'Enables a version again',
      )
      .option('-y, --yes', 'do not ask for confirmation')
      .addHelpText('after', examples([`headrace shared-pipelines ${action} etl-core 1.2.0`]))
      .action((set: string, version: string, options: DisableOptions) =>
        perform(terminal, options, (context) =>
          setEnabled(context, { set, version }, action === 'enable', options),
        ),
      )
}

function addUse(shared: Command, terminal: Terminal): void {
  withJson(shared.command('users').argument('<set>', 'prefix of the set'))
    .description('Lists which projects run which version')
    .option('--version <name>', 'only users of this version')
    .addHelpText('after', examples(['headrace shared-pipelines users etl-core --version 1.1.0']))
    .action((set: string, options: VersionOptions) =>
      perform(terminal, options, (context) => users(context, set, options)),
    )

  withJson(shared.command('diff').argument('<pipeline>', '<set>#<id>'))
    .description('Compares the parameters of a shared pipeline in two versions')
    .requiredOption('--from <version>', 'the version that is run now')
    .option('--to <version>', 'the version to compare with (default: the newest that is enabled)')
    .addHelpText('after', examples(["headrace shared-pipelines diff 'etl-core#customers' --from 1.1.0"]))
    .action((pipeline: string, options: DiffOptions) =>
      perform(terminal, options, (context) => diff(context, pipeline, options)),
    )
}

async function list(context: Context, { project }: ListOptions): Promise<void> {
  const client = context.client()
  const projectId = project === undefined ? undefined : (await findProject(client, project)).id
  context.printTable(
    await client.all('/v1/shared-pipelines', { query: { projectId } }),
    [
      {
        title: 'pipeline',
        value: (one) => `${one.sharedPipelineIdPrefix}#${one.sharedPipelineId}`,
        whole: true,
      },
      { title: 'version', value: ({ versionName }) => versionName, whole: true },
      { title: 'description', value: ({ description }) => description },
    ],
    'No pipelines are shared. Publish some with `headrace shared-pipelines publish`.',
  )
}

async function show(context: Context, set: string, { version }: VersionOptions): Promise<void> {
  const query = { sharedPipelineIdPrefix: set, versionName: version }
  const found = await context.client().get('/v1/shared-pipelines/artifacts/details', { query })
  if (context.json) return context.printJson(found)
  const { versionName, createdAt, publishedBy, enabled, branch } = found.artifactDetails
  const from = branch === undefined ? '' : ` from ${branch}`
  context.print(
    `${set} ${versionName}${enabled ? '' : ' (disabled)'}, published ${createdAt} by ${publishedBy}${from}`,
  )
  for (const { sharedPipelineId, sourcePipeline, description, parameters } of found.sharedPipelines) {
    context.print('')
    context.print(`${set}#${sharedPipelineId}  ${sourcePipeline}`)
    if (description !== '') context.print(`  ${description}`)
    for (const { name, type, required, defaultValue } of parameters)
      context.print(`  ${name}  ${type}  ${required ? 'required' : `default ${shownValue(defaultValue)}`}`)
  }
}

async function setEnabled(
  context: Context,
  { set, version }: { readonly set: string; readonly version: string },
  enabled: boolean,
  { yes }: DisableOptions,
): Promise<void> {
  const client = context.client()
  const query = { sharedPipelineIdPrefix: set, versionName: version }
  if (!enabled) {
    const { total, hiddenCount } = await client.get('/v1/shared-pipelines/users', {
      query: { ...query, size: 1 },
    })
    await confirm(
      context,
      `Disable version ${version} of ${set}? ${usersText(total + hiddenCount)} running it.`,
      yes,
    )
  }
  const changed = await client.patch('/v1/shared-pipelines/artifacts/details', { query, json: { enabled } })
  if (context.json) context.printJson(changed)
  else context.print(`${enabled ? 'Enabled' : 'Disabled'} version ${version} of ${set}.`)
}

const usersText = (users: number): string =>
  `${count(users, 'published version')} ${users === 1 ? 'goes' : 'go'} on`

async function users(context: Context, set: string, { version }: VersionOptions): Promise<void> {
  const client = context.client()
  const query = { sharedPipelineIdPrefix: set, versionName: version }
  const found = await client.all('/v1/shared-pipelines/users', { query })
  context.printTable(
    found,
    [
      { title: 'project', value: ({ projectName }) => projectName, whole: true },
      { title: 'environment', value: ({ environmentName }) => environmentName, whole: true },
      { title: 'runs', value: ({ sharedPipelineId }) => sharedPipelineId, whole: true },
      {
        title: 'version',
        value: versionText,
        whole: true,
      },
      { title: 'in', value: ({ pipelines }) => pipelines.join(', ') },
    ],
    `Nobody that you may see runs ${set}.`,
  )
}

const versionText = ({ versionName, isNewest, isGranted }: SharedUser): string => {
  const notes = [...(isNewest ? [] : ['older']), ...(isGranted ? [] : ['not shared any more'])]
  return notes.length === 0 ? versionName : `${versionName} (${notes.join(', ')})`
}

async function diff(context: Context, pipeline: string, { from, to }: DiffOptions): Promise<void> {
  const { prefix, id } = referenceOf(pipeline)
  const query = {
    sharedPipelineIdPrefix: prefix,
    sharedPipelineId: id,
    fromVersionName: from,
    toVersionName: to,
  }
  const found = await context.client().get('/v1/shared-pipelines/artifacts/diff', { query })
  if (context.json) context.printJson(found)
  else printDiff(context, found)
}

function referenceOf(text: string): SharedReference {
  const reference = sharedReference(text)
  if (reference !== undefined) return reference
  throw new Failure(`${JSON.stringify(text)} names no shared pipeline.`, { hint: 'Write <set>#<id>.' })
}
