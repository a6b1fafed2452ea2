import type { Command } from 'commander'
import { findProject, findRunner } from '../../api/lookup.ts'
import { withNameHint } from '../../api/suggestions.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface CreateOptions extends InProject {
  readonly runner?: string | undefined
  readonly displayName?: string | undefined
  readonly description?: string | undefined
}

interface DeleteOptions extends InProject {
  readonly yes?: boolean | undefined
}

/** Adds `headrace environments`. */
export function addEnvironments(program: Command, terminal: Terminal): void {
  const environments = program.command('environments').description('Manage environments')
  const inProject = (command: Command) =>
    withJson(command).requiredOption('-p, --project <project>', 'id or name of the project')

  inProject(environments.command('list', { isDefault: true }))
    .description('Lists the environments of a project')
    .addHelpText('after', examples(['headrace environments --project Demo']))
    .action((options: InProject) =>
      perform(terminal, options, (context) => listEnvironments(context, options)),
    )

  inProject(environments.command('create').argument('<name>'))
    .description('Creates an environment')
    .option('--runner <runner>', 'id or name of its runner; optional if there is only one')
    .option('--display-name <text>', 'name to display')
    .option('--description <text>', 'what the environment is for')
    .addHelpText('after', examples(['headrace environments create Production --project Demo --runner local']))
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createEnvironment(context, name, options)),
    )

  inProject(environments.command('delete').argument('<name>'))
    .description('Deletes an environment')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace environments delete Staging --project Demo --yes']))
    .action((name: string, options: DeleteOptions) =>
      perform(terminal, options, (context) => deleteEnvironment(context, name, options)),
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
    ],
    `Project ${project.name} has no environment yet. Create one with \`headrace environments create NAME\`.`,
  )
}

async function createEnvironment(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const runner = await findRunner(client, options.runner)
  const { displayName, description } = options
  const json = { name, defaultAgentId: runner.agentId, displayName, description }
  const path = { projectId: project.id }
  const created = await client.post('/v1/projects/{projectId}/environments', { path, json })
  if (context.json) context.printJson(created)
  else context.print(`Created environment ${name} in project ${project.name}, on runner ${runner.name}.`)
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
