import type { Command } from 'commander'
import { readUpTo } from '../../../client/cursor.ts'
import { Failure } from '../../../client/failure.ts'
import { findRunner } from '../../../client/lookup.ts'
import type { Body } from '../../../client/operations.ts'
import type { Execution, Runner } from '../../../client/resources.ts'
import { heldStates } from '../../../features/executions/states.ts'
import { paintResult } from '../../terminal/colour.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { durationBetween, formatInstant } from '../../terminal/durations.ts'
import { type LimitOptions, limitOf, moreText, withLimit } from '../../terminal/limit-options.ts'
import { examples, instant, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface PauseOptions extends CommonOptions {
  readonly until?: string | undefined
}

interface JobsOptions extends CommonOptions, LimitOptions {}

interface DrainOptions extends PauseOptions {
  readonly wait?: boolean | undefined
}

const DRAIN_POLL_MS = 1_000
/** A runner without a heartbeat is waited for this long: most come back, and meanwhile run what they have. */
const MAX_SILENCE_MINUTES = 10
/** What a runner is that was paused and runs nothing. */
const idle: ReadonlySet<Runner['agentStatus']> = new Set(['paused', 'stopped', 'pending'])

type RunnerCommand = Body<'post', '/v1/agents/{agentId}/commands'>

/** Adds pause, resume, drain and jobs to `headrace runners`. */
export function addRunnerOperations(runners: Command, terminal: Terminal): void {
  const one = (name: string) => withJson(runners.command(name).argument('<runner>', 'id or name'))

  one('pause')
    .description('Pauses a runner: it accepts no new executions and finishes those in flight')
    .option(
      '--until <time>',
      'resume automatically at this time; in 24 hours by default, in 30 days at most; a date is midnight, local time',
      instant,
    )
    .addHelpText('after', examples(['headrace runners pause local --until 2026-01-01T06:00:00Z']))
    .action((runner: string, options: PauseOptions) =>
      perform(terminal, options, (context) => pause(context, runner, options)),
    )

  one('resume')
    .description('Resumes a runner; queued executions start at once')
    .addHelpText('after', examples(['headrace runners resume local']))
    .action((runner: string, options: CommonOptions) =>
      perform(terminal, options, async (context) =>
        report(context, await command(context, runner, { command: 'RESUME' })),
      ),
    )

  one('drain')
    .description(
      'Drains a runner, e.g. before maintenance: pauses it, for 24 hours unless --until says otherwise',
    )
    .option(
      '--until <time>',
      'resume automatically at this time; in 24 hours by default, in 30 days at most; a date is midnight, local time',
      instant,
    )
    .option('--wait', 'wait until its executions have ended')
    .addHelpText('after', examples(['headrace runners drain warehouse-2 --wait']))
    .action((runner: string, options: DrainOptions) =>
      perform(terminal, options, (context) => drain(context, runner, options)),
    )

  withLimit(one('jobs'), 'executions queued for it')
    .description('Lists the executions in flight on a runner and those queued for it')
    .addHelpText('after', examples(['headrace runners jobs local']))
    .action((runner: string, options: JobsOptions) =>
      perform(terminal, options, (context) => jobs(context, runner, options)),
    )
}

async function command(context: Context, idOrName: string, json: RunnerCommand): Promise<Runner> {
  const { agentId } = await findRunner(context.client(), idOrName)
  return context.client().post('/v1/agents/{agentId}/commands', { path: { agentId }, json })
}

const pausing = (until: string | undefined): RunnerCommand => ({ command: 'PAUSE', pausedUntil: until })

async function pause(context: Context, idOrName: string, { until }: PauseOptions): Promise<void> {
  report(context, await command(context, idOrName, pausing(until)))
}

async function drain(context: Context, idOrName: string, { until, wait }: DrainOptions): Promise<void> {
  const runner = await command(context, idOrName, pausing(until))
  report(context, wait ? await drained(context, runner) : runner)
}

/**
 * The runner once it runs nothing more. Throws Failure when it is resumed before, or is not heard of for too
 * long.
 */
async function drained(context: Context, paused: Runner): Promise<Runner> {
  const { now, wait } = context.terminal
  const path = { agentId: paused.agentId }
  const watching = context.watchingClient()
  if (!idle.has(paused.agentStatus)) context.note(`${paused.name} is finishing its executions …`)
  let heardAt = now()
  for (let runner = paused; ; runner = await watching.get('/v1/agents/{agentId}', { path })) {
    const { name, agentStatus } = runner
    if (idle.has(agentStatus)) return runner
    if (agentStatus === 'running') throw new Failure(`${name} accepts executions again: its pause has ended.`)
    if (agentStatus !== 'unknown') heardAt = now()
    if (now() - heardAt >= MAX_SILENCE_MINUTES * 60_000)
      throw new Failure(`${name} sent no heartbeat for ${MAX_SILENCE_MINUTES} minutes.`, {
        hint: 'It may still run its executions: a runner that cannot reach the API continues.',
      })
    await wait(DRAIN_POLL_MS)
  }
}

function report(context: Context, runner: Runner): void {
  const { name, agentStatus, pausedUntil } = runner
  const until = pausedUntil === undefined ? '' : ` until ${formatInstant(pausedUntil)}`
  if (context.json) context.printJson(runner)
  // Of one that is resumed: a pause is known without the runner.
  else if (agentStatus === 'unknown')
    context.print(
      `${name} is no longer paused, but it is not connected. Its queued executions start when it connects.`,
    )
  else context.print(`${name} is ${paintResult(context.paint, agentStatus, agentStatus)}${until}.`)
}

async function jobs(context: Context, idOrName: string, options: JobsOptions): Promise<void> {
  const client = context.client()
  const { agentId } = await findRunner(client, idOrName)
  const inState = (status: Execution['status'], limit: number) =>
    readUpTo(limit, (page) =>
      client.get('/v1/pipeline-executions', { query: { agentId, status: [status], ...page } }),
    )
  const held = await Promise.all(heldStates.map((state) => inState(state, Number.POSITIVE_INFINITY)))
  const limit = limitOf(options)
  const queued = await inState('QUEUED', limit)
  const { paint, terminal } = context
  context.printTable(
    [...held, queued].flatMap(({ results }) => results),
    [
      { title: 'id', value: (execution: Execution) => execution.pipelineExecutionId, whole: true },
      {
        title: 'status',
        value: (execution) => execution.status,
        paint: (text, execution) => paintResult(paint, execution.status, text),
        whole: true,
      },
      { title: 'pipeline', value: (execution) => execution.pipelineName },
      { title: 'environment', value: (execution) => execution.environmentName },
      { title: 'queued', value: (execution) => formatInstant(execution.queuedAt) },
      {
        title: 'time',
        value: (execution) => durationBetween(execution.startedAt, undefined, terminal.now()),
        align: 'right',
      },
    ],
    'The runner has nothing to do.',
  )
  if (queued.more) context.note(moreText(limit))
}
