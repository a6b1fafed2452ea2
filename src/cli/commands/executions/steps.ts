import type { Command } from 'commander'
import type { Client } from '../../../client/client.ts'
import { executionId, findExecution } from '../../../client/lookup.ts'
import { readStepDetails } from '../../../client/step-details.ts'
import { paintResult } from '../../terminal/colour.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { durationBetween } from '../../terminal/durations.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { cellText } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { executionLine } from './follow.ts'
import { findStep, flat, type StepNode, stepDetailLines } from './step-details.ts'
import { endLine, gateLines, stepName } from './step-text.ts'

/** A step with what is drawn before its name. */
type DrawnStep = StepNode & { readonly label: string }

/** Adds `headrace steps`. */
export function addSteps(program: Command, terminal: Terminal): void {
  withJson(program.command('steps').argument('<id>', 'id of an execution'))
    .summary('Shows the steps of an execution')
    .description('Shows the steps of an execution, with those of the pipelines it ran, as a tree')
    .option('--step <name>', 'only this step (name or key), with the parameters and statements it ran with')
    .addHelpText(
      'after',
      examples([
        'headrace steps 0195b1c2-…',
        'headrace steps 0195b1c2-… --step "Load Orders"',
        'headrace steps 0195b1c2-… --json',
      ]),
    )
    .action((id: string, options: StepsOptions) =>
      perform(terminal, options, (context) => showSteps(context, executionId(id), options.step)),
    )
}

interface StepsOptions extends CommonOptions {
  readonly step?: string | undefined
}

async function showSteps(context: Context, id: string, only: string | undefined): Promise<void> {
  const { paint, terminal } = context
  const execution = await findExecution(context.client(), id)
  const steps = await readTree(context.client(), execution.projectId, id)
  if (only !== undefined) return showStep(context, execution.projectId, findStep(steps, only))
  if (context.json) return context.printJson(steps)
  context.printTable(
    drawTree(steps),
    [
      { title: 'step', value: (step) => step.label },
      {
        title: 'result',
        value: (step) => step.result,
        paint: (text, step) => paintResult(paint, step.result, text),
        whole: true,
      },
      {
        title: 'time',
        value: (step) => durationBetween(step.startedAt, step.finishedAt, terminal.now()),
        align: 'right',
        whole: true,
      },
      { title: 'rows', value: (step) => step.rowCount, align: 'right', whole: true },
      { title: 'bytes', value: (step) => step.byteCount, align: 'right', whole: true },
      { title: 'message', value: (step) => step.message },
    ],
    'No step has started yet.',
  )
  const failed = flat(steps).flatMap((step) => gateLines(step, 0, paint, 'failed'))
  if (failed.length > 0) context.print('')
  for (const line of failed) context.print(line)
  context.print('')
  context.print(`${cellText(execution.pipelineName)}: ${executionLine(context, execution)}`)
}

async function showStep(context: Context, projectId: string, step: StepNode): Promise<void> {
  const details = await readStepDetails(context.client(), projectId, step)
  if (context.json) return context.printJson(details)
  context.print(endLine(details, 0, context.paint))
  if (details.message?.includes('\n')) context.print(details.message)
  for (const line of gateLines(details, 0, context.paint)) context.print(line)
  for (const line of stepDetailLines(details)) context.print(line)
}

async function readTree(client: Client, projectId: string, executionId: string): Promise<StepNode[]> {
  const path = { projectId, pipelineExecutionId: executionId }
  const steps = await client.all('/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps', {
    path,
  })
  const nodes: StepNode[] = []
  for (const step of steps) {
    const child = step.childPipeline
    nodes.push(child === undefined ? step : { ...step, steps: await readTree(client, projectId, child.id) })
  }
  return nodes
}

/** The rows of a tree from top to bottom; the steps at the top have no branch drawn before them. */
function drawTree(nodes: readonly StepNode[], prefix?: string): DrawnStep[] {
  return nodes.flatMap((node, i) => {
    const last = i === nodes.length - 1
    const branch = prefix === undefined ? '' : prefix + (last ? '└─ ' : '├─ ')
    const below = prefix === undefined ? '' : prefix + (last ? '   ' : '│  ')
    return [{ ...node, label: branch + stepName(node) }, ...drawTree(node.steps ?? [], below)]
  })
}
