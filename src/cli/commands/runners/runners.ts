import type { Command } from 'commander'
import { findRunner } from '../../../client/lookup.ts'
import type { Runner, RunnerCredentials } from '../../../client/resources.ts'
import { paintResult } from '../../terminal/colour.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { examples, oneOf, positive, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import { cellText } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { addRunnerOperations } from './operations.ts'

type Deployment = Runner['deployment']
type CloudProvider = Runner['cloudProvider']

const cloudProviders: readonly CloudProvider[] = [
  'aws',
  'azure',
  'gcp',
  'google_cloud',
  'snowflake',
  'self_hosted',
]
const deployments: readonly Deployment[] = [
  'process',
  'container',
  'kubernetes',
  'fargate',
  'eks',
  'container app',
  'aci',
  'aks',
  'gke',
  'gce',
  'native app',
]

interface CreateOptions extends CommonOptions {
  readonly description?: string | undefined
  readonly deployment: Deployment
  readonly cloudProvider: CloudProvider
  readonly maxInstances?: number | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

interface CredentialsOptions extends DeleteOptions {
  readonly refresh?: boolean | undefined
}

const LIST = '/v1/agents'
type ListOptions = CommonOptions & SortedBy<typeof LIST>

/** Adds `headrace runners` (the API's word for them is `agents`). */
// Over 60 lines: one declaration per command, each short.
export function addRunners(program: Command, terminal: Terminal): void {
  const runners = program.command('runners').description('Manages runners')

  withJson(runners.command('list', { isDefault: true }))
    .description('Lists the runners')
    .addOption(sortOption<typeof LIST>('name'))
    .addHelpText('after', examples(['headrace runners']))
    .action((options: ListOptions) => perform(terminal, options, (context) => listRunners(context, options)))

  withJson(runners.command('show').argument('<runner>', 'id or name'))
    .description('Shows one runner')
    .addHelpText('after', examples(['headrace runners show local']))
    .action((runner: string, options: CommonOptions) =>
      perform(terminal, options, (context) => showRunner(context, runner)),
    )

  withJson(runners.command('create').argument('<name>'))
    .description('Creates a runner and prints the credential its process needs')
    .option('--description <text>', 'e.g. where it runs')
    .option(
      '--deployment <kind>',
      'process, container or kubernetes, or a deployment of a cloud provider such as eks',
      oneOf(deployments),
      'process',
    )
    .option(
      '--cloud-provider <name>',
      'aws, azure, gcp, google_cloud, snowflake or self_hosted',
      oneOf(cloudProviders),
      'self_hosted',
    )
    .option('--max-instances <count>', 'processes that may be connected at once; 1 by default', positive)
    .addHelpText('after', examples(['headrace runners create warehouse-2 --deployment container']))
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createRunner(context, name, options)),
    )

  withJson(runners.command('scale').argument('<runner>', 'id or name'))
    .description('Sets how many processes with the credential of a runner may be connected at once')
    .argument('<count>', 'processes', positive)
    .addHelpText('after', examples(['headrace runners scale warehouse-2 3']))
    .action((runner: string, count: number, options: CommonOptions) =>
      perform(terminal, options, (context) => scaleRunner(context, runner, count)),
    )

  withJson(runners.command('credentials').argument('<runner>', 'id or name'))
    .description('Prints the credential of a runner')
    .option('--refresh', 'create a new secret; the old one stays valid for 24 hours')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples([
        'headrace runners credentials warehouse-2',
        'headrace runners credentials warehouse-2 --refresh',
      ]),
    )
    .action((runner: string, options: CredentialsOptions) =>
      perform(terminal, options, (context) => showCredentials(context, runner, options)),
    )

  withJson(runners.command('delete').argument('<runner>', 'id or name'))
    .description('Deletes a runner that is not connected; its credential stops working')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace runners delete warehouse-1 --yes']))
    .action((runner: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteRunner(context, runner, options)),
    )

  addRunnerOperations(runners, terminal)
}

async function listRunners(context: Context, { sort }: ListOptions): Promise<void> {
  context.printTable(
    await context.client().all(LIST, { query: { sort } }),
    [
      { title: 'name', value: (runner) => runner.name },
      {
        title: 'status',
        value: (runner) => runner.agentStatus,
        paint: (text, runner) => paintResult(context.paint, runner.agentStatus, text),
      },
      { title: 'connected', value: (runner) => (runner.connected ? 'yes' : 'no') },
      { title: 'deployment', value: (runner) => runner.deployment },
      { title: 'version', value: (runner) => runner.versionDetails.agentVersion },
      { title: 'id', value: (runner) => runner.agentId, whole: true },
    ],
    'No runner exists yet. Create one with `headrace runners create NAME`.',
  )
}

async function showRunner(context: Context, idOrName: string): Promise<void> {
  const { agentId } = await findRunner(context.client(), idOrName)
  const runner = await context.client().get('/v1/agents/{agentId}', { path: { agentId } })
  if (context.json) return context.printJson(runner)
  const members = Object.entries(runner)
  const width = Math.max(...members.map(([name]) => name.length))
  for (const [name, value] of members) {
    const text = typeof value === 'object' ? JSON.stringify(value) : cellText(String(value))
    context.print(`${context.paint('dim', name.padEnd(width))}  ${text}`)
  }
}

async function createRunner(context: Context, name: string, options: CreateOptions): Promise<void> {
  const { description, deployment, cloudProvider, maxInstances } = options
  const agentType = 'pipeline' as const
  const json = { name, description, agentType, cloudProvider, deployment, maxInstances }
  const client = context.client()
  const created = await client.post('/v1/agents', { json })
  if (!context.json) context.print(`Created runner ${name}: ${created.agentId}`)
  const path = { agentId: created.agentId }
  const credentials = await followUp(context, created, () =>
    client.get('/v1/agents/{agentId}/credentials', { path }),
  )
  if (context.json) return context.printJson({ ...created, ...credentials })
  printCredentials(context, credentials)
  context.print('Start it where it should run; see `headrace runner --help`.')
}

async function scaleRunner(context: Context, idOrName: string, maxInstances: number): Promise<void> {
  const { agentId } = await findRunner(context.client(), idOrName)
  const changed = await context
    .client()
    .patch('/v1/agents/{agentId}', { path: { agentId }, json: { maxInstances } })
  if (context.json) return context.printJson(changed)
  context.print(`${changed.name} may have ${maxInstances} connected processes.`)
}

async function showCredentials(
  context: Context,
  idOrName: string,
  options: CredentialsOptions,
): Promise<void> {
  const client = context.client()
  const runner = await findRunner(client, idOrName)
  const path = { agentId: runner.agentId }
  if (options.refresh) {
    await confirm(
      context,
      `Create a new secret for runner ${runner.name}? The old one stays valid for 24 hours.`,
      options.yes,
    )
    await client.post('/v1/agents/{agentId}/credentials', { path, json: { action: 'SECRET_REFRESH' } })
  }
  const credentials = await client.get('/v1/agents/{agentId}/credentials', { path })
  if (context.json) context.printJson(credentials)
  else printCredentials(context, credentials)
}

async function deleteRunner(context: Context, idOrName: string, { yes }: DeleteOptions): Promise<void> {
  const client = context.client()
  const { agentId, name } = await findRunner(client, idOrName)
  await confirm(context, `Delete runner ${name}?`, yes)
  await client.delete('/v1/agents/{agentId}', { path: { agentId } })
  if (context.json) context.printJson({ agentId, deleted: true })
  else context.print(`Deleted runner ${name}.`)
}

function printCredentials(context: Context, { clientId, clientSecret }: RunnerCredentials): void {
  context.print(`Client id:     ${clientId}`)
  context.print(`Client secret: ${clientSecret}`)
}
