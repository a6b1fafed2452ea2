import type { Command } from 'commander'
import { findProject } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type Warehouse, warehouses } from './warehouses.ts'

interface CreateOptions extends CommonOptions {
  readonly description?: string | undefined
  readonly warehouse?: Warehouse | undefined
}

interface DeleteOptions extends CommonOptions {
  readonly yes?: boolean | undefined
}

/** Adds `headrace projects`. */
export function addProjects(program: Command, terminal: Terminal): void {
  const projects = program.command('projects').description('Manages projects')

  withJson(projects.command('list', { isDefault: true }))
    .description('Lists the projects that you have access to')
    .addHelpText('after', examples(['headrace projects', 'headrace projects list --json']))
    .action((options: CommonOptions) => perform(terminal, options, listProjects))

  withJson(projects.command('create').argument('<name>'))
    .description('Creates a project and prints its id')
    .option('--description <text>', 'what the project is for')
    .option(
      '--warehouse <kind>',
      'where its SQL runs: DUCKDB (default), POSTGRES, SNOWFLAKE, …',
      oneOf(warehouses),
    )
    .addHelpText('after', examples(['headrace projects create Sales --description "Daily sales figures"']))
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createProject(context, name, options)),
    )

  withJson(projects.command('delete').argument('<project>', 'id or name'))
    .description('Deletes a project with its environments, versions and executions')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples(['headrace projects delete Sales', 'headrace projects delete Sales --yes']),
    )
    .action((project: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteProject(context, project, options)),
    )
}

async function listProjects(context: Context): Promise<void> {
  context.printTable(
    await context.client().all('/v1/projects'),
    [
      { title: 'name', value: (project) => project.name },
      { title: 'warehouse', value: (project) => project.warehouse },
      { title: 'id', value: (project) => project.id, whole: true },
      { title: 'description', value: (project) => project.description },
    ],
    'There is no project yet. Create one with `headrace projects create NAME`.',
  )
}

async function createProject(context: Context, name: string, options: CreateOptions): Promise<void> {
  const { description, warehouse } = options
  const json = { name, description, warehouse }
  const created = await context.client().post('/v1/projects', { json })
  if (context.json) context.printJson(created)
  else context.print(`Created project ${name}: ${created.projectId}`)
}

async function deleteProject(context: Context, idOrName: string, { yes }: DeleteOptions): Promise<void> {
  const project = await findProject(context.client(), idOrName)
  await confirm(context, `Delete project ${project.name} (${project.id}) with everything in it?`, yes)
  await context.client().delete('/v1/projects/{projectId}', { path: { projectId: project.id } })
  if (context.json) context.printJson({ projectId: project.id, deleted: true })
  else context.print(`Deleted project ${project.name}.`)
}
