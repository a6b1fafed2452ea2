import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type PropertyOptions, propertiesOf, propertiesText, withProperties } from './properties.ts'

interface ListOptions extends CommonOptions {
  readonly project: string
  readonly environment?: string | undefined
}

interface OneOptions extends CommonOptions, PropertyOptions {
  readonly project: string
  readonly environment: string
  readonly yes?: boolean | undefined
}

const ALL = '/v1/projects/{projectId}/connections/environment-overrides'

/** `headrace connections overrides`, `override` and `remove-override`. */
export function addOverrides(
  connections: Command,
  inProject: (command: Command) => Command,
  terminal: Terminal,
): void {
  inProject(connections.command('overrides').argument('[name]'))
    .description('Lists the overrides of connections, by environment')
    .option('-e, --environment <environment>', 'in this environment only')
    .addHelpText('after', examples(['headrace connections overrides orders --project Demo']))
    .action((name: string | undefined, options: ListOptions) =>
      perform(terminal, options, (context) => listOverrides(context, name, options)),
    )

  withProperties(inProject(connections.command('override').argument('<name>')))
    .description('Overrides properties of a connection in one environment')
    .requiredOption('-e, --environment <environment>', 'the environment')
    .addHelpText(
      'after',
      examples(['headrace connections override orders -p Demo -e Production --set host=prod.example.com']),
    )
    .action((name: string, options: OneOptions) =>
      perform(terminal, options, (context) => setOverride(context, name, options)),
    )

  inProject(connections.command('remove-override').argument('<name>'))
    .description('Removes the overrides of a connection in one environment')
    .requiredOption('-e, --environment <environment>', 'the environment')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples(['headrace connections remove-override orders -p Demo -e Production --yes']),
    )
    .action((name: string, options: OneOptions) =>
      perform(terminal, options, (context) => removeOverride(context, name, options)),
    )
}

async function listOverrides(context: Context, connectionName: string | undefined, options: ListOptions) {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const query = { connectionName, environmentName: options.environment }
  context.printTable(
    await client.all(ALL, { path: { projectId }, query }),
    [
      { title: 'environment', value: (one) => one.environmentName, whole: true },
      { title: 'connection', value: (one) => one.connectionName, whole: true },
      { title: 'properties', value: (one) => propertiesText(one.connectionProperties) },
    ],
    'No environment overrides a connection.',
  )
}

async function setOverride(context: Context, connectionName: string, options: OneOptions): Promise<void> {
  const connectionProperties = propertiesOf(options)
  if (Object.keys(connectionProperties).length === 0)
    throw new Failure('There is nothing to override.', { hint: 'Pass --set or --secret.' })
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const json = { environmentName: options.environment, connectionName, connectionProperties }
  const override = await client.post(ALL, { path: { projectId }, json })
  if (context.json) return context.printJson(override)
  context.print(
    `${override.connectionName} has in ${override.environmentName}: ${propertiesText(override.connectionProperties)}`,
  )
}

async function removeOverride(context: Context, connectionName: string, options: OneOptions): Promise<void> {
  const { environment: environmentName, yes } = options
  await confirm(context, `Remove the overrides of ${connectionName} in ${environmentName}?`, yes)
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  await client.delete(ALL, { path: { projectId }, query: { environmentName, connectionName } })
  if (context.json) context.printJson({ environmentName, connectionName, deleted: true })
  else context.print(`Removed the overrides of ${connectionName} in ${environmentName}.`)
}
