import type { Command } from 'commander'
import { type Client, clientUntil } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findProject } from '../../../client/lookup.ts'
import type { EnvironmentMove as Move } from '../../../client/resources.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { interruption } from '../../terminal/interruption.ts'
import { examples } from '../../terminal/options.ts'
import { createProgressBar } from '../../terminal/progress-bar.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface InProject extends CommonOptions {
  readonly project: string
}

interface MoveOptions extends InProject {
  readonly to: string
  readonly wait?: boolean | undefined
  readonly yes?: boolean | undefined
}

const POLL_MS = 500
const ALL = '/v1/projects/{projectId}/environments/{environmentName}/moves'
const ONE = '/v1/projects/{projectId}/environments/{environmentName}/moves/{moveId}'

/** Adds `environments move`, `moves` and `cancel-move`. */
export function addMoves(
  environments: Command,
  inProject: (command: Command) => Command,
  terminal: Terminal,
): void {
  inProject(environments.command('move').argument('<name>'))
    .description('Moves an environment from its DuckDB file to a lake')
    .requiredOption('--to <connection>', 'connection of the project to the lake')
    .option('--wait', 'show how far it is until it has ended; Ctrl-C leaves it going on')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', examples(['headrace environments move Production --project Demo --to lake --wait']))
    .action((name: string, options: MoveOptions) =>
      perform(terminal, options, (context) => moveEnvironment(context, name, options)),
    )

  inProject(environments.command('moves').argument('<name>'))
    .description('Lists the moves of an environment, the latest first')
    .addHelpText('after', examples(['headrace environments moves Production --project Demo']))
    .action((name: string, options: InProject) =>
      perform(terminal, options, (context) => listMoves(context, name, options)),
    )

  inProject(environments.command('cancel-move').argument('<name>'))
    .description('Cancels the move of an environment; SQL runs on its file as before')
    .addHelpText('after', examples(['headrace environments cancel-move Production --project Demo']))
    .action((name: string, options: InProject) =>
      perform(terminal, options, (context) => cancelMove(context, name, options)),
    )
}

async function moveEnvironment(context: Context, name: string, options: MoveOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const question = `Move environment ${name} of project ${project.name} to ${options.to}? Its executions wait meanwhile, and a lake keeps no keys.`
  await confirm(context, question, options.yes)
  const path = { projectId: project.id, environmentName: name }
  const begun = await withNameHint(client, path, () =>
    client.post(ALL, { path, json: { connectionName: options.to } }),
  )
  if (options.wait) return watch(context, project.id, begun)
  if (context.json) return context.printJson(begun)
  context.print(`Moving environment ${name} to ${begun.connectionName}: ${progressOf(begun)}.`)
  context.note(`See how far it is: ${context.command('environments', 'moves', name, '-p', project.name)}`)
}

/** The exit code is 1 unless the move succeeded. */
async function watch(context: Context, projectId: string, begun: Move): Promise<void> {
  const move = await followUp(context, begun, () => untilEnd(context, projectId, begun))
  if (move.status !== 'SUCCEEDED') context.terminal.setExitCode(1)
  if (context.json) return context.printJson(move)
  if (move.finishedAt === undefined) return context.note('The move goes on.')
  context.print(endOf(move))
}

/**
 * Shows how far a move is until it has ended or the user presses Ctrl-C, and answers how it was last. A
 * server that is away is waited for.
 */
async function untilEnd(context: Context, projectId: string, begun: Move): Promise<Move> {
  const { terminal } = context
  const bar = createProgressBar(terminal.stderr, !context.json)
  const path = { projectId, environmentName: begun.environmentName, moveId: begun.moveId }
  const { signal, stop } = interruption(context)
  const client = clientUntil(context.watchingClient(), signal)
  let move = begun
  try {
    while (move.finishedAt === undefined) {
      bar.show(progressOf(move))
      await terminal.wait(POLL_MS, signal)
      if (signal.aborted) break
      move = await client.get(ONE, { path })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stop()
    bar.clear()
  }
  return move
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

/** With the phase in front, as a progress bar wants it. */
function progressOf({ status, waitingFor, tablesDone, tablesTotal, rows }: Move): string {
  if (status === 'WAITING') return `Waiting for ${waitingFor}`
  if (status === 'COMMITTING') return 'Committing'
  if (status !== 'COPYING') return status.toLowerCase()
  return tablesTotal === 0
    ? 'Copying'
    : `Copying: ${tablesDone} of ${tablesTotal} tables, ${counted(rows, 'row')}`
}

function endOf({ status, environmentName, connectionName, message, ...move }: Move): string {
  if (status === 'CANCELLED') return `The move of ${environmentName} was cancelled; SQL runs on its file.`
  if (status === 'FAILED')
    return `${environmentName} was not moved; SQL runs on its file as before: ${message ?? ''}`
  const { notKept = [], file, views = 0 } = move
  return [
    `Moved ${environmentName} to ${connectionName}: ${counted(move.tablesTotal, 'table')}, ${counted(views, 'view')}, ${counted(move.rows, 'row')}.`,
    ...(notKept.length > 0 ? ['The lake does not have:', ...notKept.map((one) => `  ${one}`)] : []),
    `The file stays at ${file} of the runner.`,
  ].join('\n')
}

async function listMoves(context: Context, name: string, options: InProject): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const path = { projectId: project.id, environmentName: name }
  context.printTable(
    await withNameHint(client, path, () => client.all(ALL, { path })),
    [
      { title: 'begun', value: ({ createdAt }) => createdAt },
      { title: 'to', value: ({ connectionName }) => connectionName },
      { title: 'status', value: ({ status }) => status, whole: true },
      { title: 'progress', value: (move) => (move.finishedAt === undefined ? progressOf(move) : '') },
      { title: 'message', value: ({ message }) => message },
    ],
    `Environment ${name} has never been moved.`,
  )
}

async function cancelMove(context: Context, name: string, options: InProject): Promise<void> {
  const client = context.client()
  const { id: projectId } = await findProject(client, options.project)
  const path = { projectId, environmentName: name }
  const { moveId } = await openMove(client, path)
  await client.delete(ONE, { path: { ...path, moveId } })
  if (context.json) context.printJson({ moveId, cancelled: true })
  else context.print(`Cancelled the move of ${name}; SQL runs on its file as before.`)
}

/** The latest is the only one that may be under way. */
async function openMove(
  client: Client,
  path: { readonly projectId: string; readonly environmentName: string },
): Promise<Move> {
  const { results } = await withNameHint(client, path, () => client.get(ALL, { path, query: { size: 1 } }))
  const [latest] = results
  if (latest === undefined || latest.finishedAt !== undefined)
    throw new Failure(`No move of ${path.environmentName} is under way.`)
  return latest
}
