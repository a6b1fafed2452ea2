import type { Command } from 'commander'
import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findProject, findRunner } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type Databases, mappedDatabase, withMapDatabase } from './database-names.ts'
import { addMoves } from './moves.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface SettingOptions extends InProject {
  readonly mapDatabase?: readonly string[] | undefined
  readonly connection?: string | false | undefined
  readonly dialectFunctions?: boolean | undefined
  readonly unpublishedRuns?: boolean | undefined
  readonly runner?: string | undefined
  readonly displayName?: string | undefined
  readonly description?: string | undefined
}

interface UpdateOptions extends SettingOptions {
  readonly unmapDatabase?: readonly string[] | undefined
}

interface DeleteOptions extends InProject {
  readonly yes?: boolean | undefined
}

/** Adds `headrace environments`. */
export function addEnvironments(program: Command, terminal: Terminal): void {
  const environments = program.command('environments').description('Manages environments')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(environments.command('list', { isDefault: true }))
    .description('Lists the environments of a project')
    .addHelpText('after', examples(['headrace environments --project Demo']))
    .action((options: InProject) =>
      perform(terminal, options, (context) => listEnvironments(context, options)),
    )

  addUpdate(withSettings(inProject(environments.command('update').argument('<name>'))), terminal)

  withSettings(inProject(environments.command('create').argument('<name>')))
    .description('Creates an environment')
    .addHelpText('after', examples(['headrace environments create Production --project Demo --runner local']))
    .action((name: string, options: SettingOptions) =>
      perform(terminal, options, (context) => createEnvironment(context, name, options)),
    )

  inProject(environments.command('delete').argument('<name>'))
    .description('Deletes an environment')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace environments delete Staging --project Demo --yes']))
    .action((name: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteEnvironment(context, name, options)),
    )

  addMoves(environments, inProject, terminal)
}

/** Settings that `create` and `update` take alike. */
const withSettings = (command: Command): Command =>
  withMapDatabase(command)
    .option('--connection <name>', 'connection of the project that SQL runs on')
    .option('--no-connection', 'run SQL on the database that the environment itself describes')
    .option('--dialect-functions', 'let SQL find functions that other dialects call differently (default)')
    .option('--no-dialect-functions', 'do not')
    .option(
      '--unpublished-runs',
      'run branches, commits and drafts too (default, unless it is named production)',
    )
    .option('--no-unpublished-runs', 'run published versions only')
    .option('--runner <runner>', 'id or name of its runner; create needs none if there is only one')
    .option('--display-name <text>', 'name to display')
    .option('--description <text>', 'what the environment is for')

function addUpdate(command: Command, terminal: Terminal): void {
  command
    .description('Changes an environment; options that you omit keep their values')
    .option('--unmap-database <name>', 'remove the mapping of this name; may be repeated', collect)
    .addHelpText(
      'after',
      examples([
        'headrace environments update Production --project Demo --map-database ANALYTICS',
        'headrace environments update Production -p Demo --map-database RAW=raw.landing --unmap-database OLD',
        'headrace environments update Production -p Demo --connection warehouse',
        'headrace environments update Production -p Demo --runner warehouse-2',
      ]),
    )
    .action((name: string, options: UpdateOptions) =>
      perform(terminal, options, (context) => updateEnvironment(context, name, options)),
    )
}

async function listEnvironments(context: Context, options: InProject): Promise<void> {
  const project = await findProject(context.client(), options.project)
  context.printTable(
    await context.client().all('/v1/projects/{projectId}/environments', { path: { projectId: project.id } }),
    [
      { title: 'name', value: (environment) => environment.name, whole: true },
      { title: 'display name', value: (environment) => environment.displayName },
      { title: 'runner', value: (environment) => environment.defaultAgentName },
      { title: 'connection', value: (environment) => environment.connection?.type },
      { title: 'database names', value: ({ databases = {} }) => Object.keys(databases).join(', ') },
    ],
    `Project ${project.name} has no environment yet. Create one with \`headrace environments create NAME\`.`,
  )
}

async function createEnvironment(context: Context, name: string, options: SettingOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const runner = await findRunner(client, options.runner)
  const { displayName, description } = options
  const json = {
    name,
    defaultAgentId: runner.agentId,
    displayName,
    description,
    defaultConnections: typeof options.connection === 'string' ? { DWH: options.connection } : undefined,
    databases: options.mapDatabase && Object.fromEntries(options.mapDatabase.map(mappedDatabase)),
    dialectFunctions: options.dialectFunctions,
    allowUnpublishedRuns: options.unpublishedRuns,
  }
  const path = { projectId: project.id }
  const created = await client.post('/v1/projects/{projectId}/environments', { path, json })
  if (context.json) context.printJson(created)
  else context.print(`Created environment ${name} in project ${project.name}, on runner ${runner.name}.`)
}

async function updateEnvironment(context: Context, name: string, options: UpdateOptions): Promise<void> {
  const { project, mapDatabase = [], unmapDatabase = [], dialectFunctions, unpublishedRuns } = options
  const { connection, runner, displayName, description } = options
  const single = [connection, dialectFunctions, unpublishedRuns, runner, displayName, description]
  if (mapDatabase.length + unmapDatabase.length === 0 && single.every((one) => one === undefined))
    throw new Failure('There is nothing to change.', {
      hint: 'Pass what to change, such as --connection, --runner or --map-database; --help lists all.',
    })
  const client = context.client()
  const path = { projectId: (await findProject(client, project)).id, environmentName: name }
  const response = await withNameHint(client, path, () => client.send('get', ONE, { path }))
  const { databases, defaultConnections = {} } = (await response.json()) as Present
  const changed = await client.patch(ONE, {
    path,
    // What somebody else maps meanwhile must not get lost.
    headers: { 'if-match': response.headers.get('etag') ?? '*' },
    json: {
      ...(connection !== undefined && {
        defaultConnections: await changedConnection(client, path.projectId, defaultConnections, connection),
      }),
      databases: changedDatabases(databases ?? {}, mapDatabase.map(mappedDatabase), unmapDatabase),
      dialectFunctions,
      allowUnpublishedRuns: unpublishedRuns,
      ...(runner !== undefined && { defaultAgentId: (await findRunner(client, runner)).agentId }),
      displayName,
      description,
    },
  })
  if (context.json) context.printJson(changed)
  else context.print(`Changed environment ${name}.`)
}

interface Present {
  readonly databases?: Databases
  readonly defaultConnections?: Readonly<Record<string, unknown>>
}

/**
 * The default connections with `wanted` in place of the one that SQL ran on; those that components use stay.
 */
async function changedConnection(
  client: Client,
  projectId: string,
  present: Readonly<Record<string, unknown>>,
  wanted: string | false,
): Promise<Readonly<Record<string, unknown>>> {
  const query = { platformConnectionType: 'DWH' as const }
  const warehouses = await client.all('/v1/projects/{projectId}/connections', { path: { projectId }, query })
  const runsSql = (given: unknown) =>
    warehouses.some(({ name }) => name === given || name === Object(given).connectionName)
  const others = Object.entries(present).filter(([, given]) => !runsSql(given))
  return Object.fromEntries([...others, ...(wanted === false ? [] : [['DWH', wanted] as const])])
}

const ONE = '/v1/projects/{projectId}/environments/{environmentName}'

/** The names with `added` and without `removed`; letter case does not tell them apart. */
function changedDatabases(
  present: Databases,
  added: readonly (readonly [string, Databases[string]])[],
  removed: readonly string[],
): Databases {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  for (const name of removed)
    if (!Object.keys(present).some((one) => isSame(one, name)))
      throw new Failure(`The environment maps no database name ${JSON.stringify(name)}.`, {
        hint: `It maps: ${Object.keys(present).join(', ') || 'none'}`,
      })
  const gone = [...removed, ...added.map(([name]) => name)]
  const kept = Object.entries(present).filter(([name]) => !gone.some((one) => isSame(one, name)))
  return Object.fromEntries([...kept, ...added])
}

async function deleteEnvironment(context: Context, name: string, options: DeleteOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  await confirm(context, `Delete environment ${name} of project ${project.name}?`, options.yes)
  const path = { projectId: project.id, environmentName: name }
  await withNameHint(client, path, () =>
    client.delete('/v1/projects/{projectId}/environments/{environmentName}', { path }),
  )
  if (context.json) context.printJson({ name, deleted: true })
  else context.print(`Deleted environment ${name} of project ${project.name}.`)
}
