import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { Connection, ConnectionSchema } from '../../../client/resources.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, oneOf, withJson } from '../../terminal/options.ts'
import { type SortedBy, sortOption } from '../../terminal/sort-option.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { addOverrides } from './overrides.ts'
import { type PropertyOptions, propertiesOf, propertiesText, withProperties } from './properties.ts'
import { addTest } from './test-connection.ts'

export interface InProject extends CommonOptions {
  readonly project: string
}

interface CreateOptions extends InProject, PropertyOptions {
  readonly provider: string
  readonly authType?: string | undefined
  readonly type?: Connection['platformConnectionType'] | undefined
  readonly description?: string | undefined
}

interface UpdateOptions extends InProject, PropertyOptions {
  readonly unset?: readonly string[] | undefined
  readonly description?: string | undefined
}

interface DeleteOptions extends InProject {
  readonly yes?: boolean | undefined
}

const types = ['DWH', 'COMPONENT_BASIC', 'CLOUD_PLATFORM_CREDENTIALS'] as const

/** Adds `headrace connections`. */
// Over 60 lines: one declaration per command, each short.
export function addConnections(program: Command, terminal: Terminal): void {
  const connections = program.command('connections').description('Manages named connections of a project')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(connections.command('list', { isDefault: true }))
    .description('Lists the connections of a project')
    .addOption(sortOption<typeof ALL>('name', 'updatedAt'))
    .addHelpText('after', examples(['headrace connections --project Demo']))
    .action((options: InProject & SortedBy<typeof ALL>) =>
      perform(terminal, options, (context) => listConnections(context, options)),
    )

  inProject(connections.command('show').argument('<name>'))
    .description('Shows a connection; secrets are named, never shown')
    .addHelpText('after', examples(['headrace connections show orders --project Demo']))
    .action((name: string, options: InProject) =>
      perform(terminal, options, (context) => showConnection(context, name, options)),
    )

  withProperties(inProject(connections.command('create').argument('<name>')))
    .description('Creates a connection; `headrace connections schemas` lists the providers')
    .requiredOption('--provider <provider>', 'what it connects to, such as POSTGRES')
    .option('--auth-type <type>', 'how it signs in; the first of the provider by default')
    .option('--type <type>', `${types.join(', ')}; the first of the provider by default`, oneOf(types))
    .option('--description <text>', 'what the connection is for')
    .addHelpText(
      'after',
      examples([
        'headrace connections create orders -p Demo --provider POSTGRES --set host=db.example.com --set database=orders --set user=etl --secret password=orders_password',
      ]),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createConnection(context, name, options)),
    )

  withProperties(inProject(connections.command('update').argument('<name>')))
    .description('Changes a connection; options that you omit keep their values')
    .option('--unset <property>', 'remove a property; may be repeated', collect)
    .option('--description <text>', 'what the connection is for')
    .addHelpText('after', examples(['headrace connections update orders -p Demo --set host=db2.example.com']))
    .action((name: string, options: UpdateOptions) =>
      perform(terminal, options, (context) => updateConnection(context, name, options)),
    )

  inProject(connections.command('delete').argument('<name>'))
    .description('Deletes a connection with its overrides, unless it is a default of an environment')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace connections delete orders --project Demo --yes']))
    .action((name: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteConnection(context, name, options)),
    )

  withJson(connections.command('schemas'))
    .description('Lists the kinds of connections with their properties')
    .addHelpText('after', examples(['headrace connections schemas']))
    .action((options: CommonOptions) => perform(terminal, options, listSchemas))

  addTest(inProject(connections.command('test').argument('<name>')), terminal)
  addOverrides(connections, inProject, terminal)
}

const ALL = '/v1/projects/{projectId}/connections'
const ONE = '/v1/projects/{projectId}/connections/{connectionName}'

async function pathOf(context: Context, connectionName: string, { project }: InProject) {
  return { projectId: (await findProject(context.client(), project)).id, connectionName }
}

async function listConnections(context: Context, options: InProject & SortedBy<typeof ALL>): Promise<void> {
  const project = await findProject(context.client(), options.project)
  context.printTable(
    await context.client().all(ALL, { path: { projectId: project.id }, query: { sort: options.sort } }),
    [
      { title: 'name', value: (one) => one.name, whole: true },
      { title: 'provider', value: (one) => one.authProvider },
      { title: 'type', value: (one) => one.platformConnectionType },
      { title: 'description', value: (one) => one.connectionDetails.description },
    ],
    `Project ${project.name} has no connection yet. Create one with \`headrace connections create NAME --provider …\`.`,
  )
}

async function showConnection(context: Context, name: string, options: InProject): Promise<void> {
  const connection = await context.client().get(ONE, { path: await pathOf(context, name, options) })
  if (context.json) return context.printJson(connection)
  const { authProvider, authType, platformConnectionType, connectionDetails } = connection
  context.print(`${connection.name}: ${authProvider} (${authType}), ${platformConnectionType}`)
  if (connectionDetails.description) context.print(connectionDetails.description)
  context.print(propertiesText(connectionDetails.connectionProperties))
}

async function createConnection(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const path = { projectId: (await findProject(client, options.project)).id }
  const authProvider = options.provider.toUpperCase()
  const schema: ConnectionSchema = await client.get('/v1/connection-schemas/{authProvider}', {
    path: { authProvider },
  })
  const json = {
    name,
    authProvider,
    authType: options.authType ?? schema.authTypes[0]!.authType,
    platformConnectionType: options.type ?? schema.platformConnectionTypes[0]!,
    connectionDetails: { description: options.description, connectionProperties: propertiesOf(options) },
  }
  const created = await client.post(ALL, { path, json })
  if (context.json) context.printJson(created)
  else context.print(`Created connection ${created.name}. Try it with \`headrace connections test\`.`)
}

async function updateConnection(context: Context, name: string, options: UpdateOptions): Promise<void> {
  const given = propertiesOf(options)
  const { unset = [], description } = options
  if (Object.keys(given).length + unset.length === 0 && description === undefined)
    throw new Failure('There is nothing to change.', {
      hint: 'Pass --set, --secret, --unset or --description.',
    })
  const client = context.client()
  const path = await pathOf(context, name, options)
  const response = await client.send('get', ONE, { path })
  const { name: _, updatedAt: _at, updatedBy: _by, ...present } = (await response.json()) as Connection
  const { connectionDetails } = present
  const kept = Object.entries(connectionDetails.connectionProperties).filter(([one]) => !unset.includes(one))
  const changed = await client.put(ONE, {
    path,
    // What somebody else changes meanwhile must not get lost.
    headers: { 'if-match': response.headers.get('etag') ?? '*' },
    json: {
      ...present,
      connectionDetails: {
        ...connectionDetails,
        description: description ?? connectionDetails.description,
        connectionProperties: Object.fromEntries([...kept, ...Object.entries(given)]),
      },
    },
  })
  if (context.json) context.printJson(changed)
  else context.print(`Changed connection ${changed.name}.`)
}

async function deleteConnection(context: Context, name: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const path = await pathOf(context, name, options)
  const found = await client.get(ONE, { path })
  await confirm(context, `Delete connection ${found.name} and its overrides?`, options.yes)
  await client.delete(ONE, { path })
  if (context.json) context.printJson({ name: found.name, deleted: true })
  else context.print(`Deleted connection ${found.name}.`)
}

async function listSchemas(context: Context): Promise<void> {
  const schemas = await context.client().all('/v1/connection-schemas')
  if (context.json) return context.printJson(schemas)
  const rows = schemas.flatMap(({ authProvider, authTypes }) =>
    authTypes.map(({ authType, properties }) => ({ authProvider, authType, properties })),
  )
  context.printTable(
    rows,
    [
      { title: 'provider', value: (row) => row.authProvider, whole: true },
      { title: 'auth type', value: (row) => row.authType, whole: true },
      {
        title: 'properties (* required)',
        value: ({ properties }) =>
          properties
            .map((one) => `${one.name}${one.required ? '*' : ''}${one.secret ? ' (secret)' : ''}`)
            .join(', '),
      },
    ],
    'This server has no providers.',
  )
}
