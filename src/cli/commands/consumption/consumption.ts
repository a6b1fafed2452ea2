import type { Command } from 'commander'
import { findProject } from '../../../client/lookup.ts'
import { projectNames, runnerNames } from '../../../client/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { day, examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

const DAY_MS = 86_400_000
const dimensions = {
  pipeline: 'pipelineName',
  project: 'projectId',
  environment: 'environment',
  runner: 'agentId',
} as const
const groupings = Object.keys(dimensions) as (keyof typeof dimensions)[]

interface ConsumptionOptions extends CommonOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly project?: string | undefined
  readonly by: keyof typeof dimensions
}

/** Adds `headrace consumption`. */
export function addConsumption(program: Command, terminal: Terminal): void {
  withJson(program.command('consumption'))
    .description('Shows what executions consumed: a credit is one hour of a busy slot of a runner')
    .option('--from <date>', 'the first day in UTC (default: the first of the month of the last)', day)
    .option('--to <date>', 'the last day in UTC (default: today)', day)
    .option('-p, --project <project>', 'only this project, by id or name')
    .option(
      '--by <dimension>',
      `what to sum by, one of ${groupings.join(', ')}`,
      oneOf(groupings),
      'pipeline',
    )
    .addHelpText(
      'after',
      examples([
        'headrace consumption --from 2026-01-01 --to 2026-01-31 --by project',
        'headrace consumption --project Shop --json',
      ]),
    )
    .action((options: ConsumptionOptions) =>
      perform(terminal, options, (context) => showConsumption(context, options)),
    )
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

async function showConsumption(context: Context, options: ConsumptionOptions): Promise<void> {
  const client = context.client()
  const { to = dateOf(Date.now()), project, by } = options
  const { from = `${to.slice(0, 8)}01` } = options
  const projectId = project === undefined ? undefined : (await findProject(client, project)).id
  const { results } = await client.get('/v1/consumption', {
    query: { consumedFrom: from, consumedBefore: dateOf(Date.parse(to) + DAY_MS), projectId },
  })
  if (context.json) return context.printJson(results)
  const items = results.flatMap(({ consumption }) => consumption)
  const isOfProject = by === 'pipeline' || by === 'environment'
  const nameOf = await (by === 'runner' ? runnerNames(client) : projectNames(client))
  const named = ({ dimensions: of }: (typeof items)[number]) => ({
    name: isOfProject ? of[dimensions[by]] : nameOf(of[dimensions[by]]),
    project: isOfProject ? nameOf(of.projectId) : undefined,
  })
  const sums = [...Map.groupBy(items, (item) => JSON.stringify(named(item))).values()]
    .map((own) => ({ ...named(own[0]!), credits: own.reduce((sum, { credits }) => sum + credits, 0) }))
    .toSorted((a, b) => b.credits - a.credits)
  context.printTable(
    sums,
    [
      { title: by, value: ({ name }) => name, whole: true },
      ...(isOfProject ? [{ title: 'project', value: (one: (typeof sums)[number]) => one.project }] : []),
      { title: 'credits', value: ({ credits }) => credits.toFixed(4) },
    ],
    `Nothing was consumed from ${from} to ${to}. Executions are counted when they end.`,
  )
}
