import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { linesOf } from '../../../client/event-stream.ts'
import { Failure } from '../../../client/failure.ts'
import { executionId, findExecution } from '../../../client/lookup.ts'
import type { ReplayEvent } from '../../../pipeline/replay/events.ts'
import type { Journal } from '../../../pipeline/replay/journal.ts'
import { replayJournal } from '../../../pipeline/replay/replay.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { eventLines } from './event-text.ts'
import { readJournal } from './journal-file.ts'

interface ReplayOptions extends CommonOptions {
  readonly file?: string | undefined
  readonly export?: string | undefined
  readonly all?: boolean | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** Adds `headrace replay`. */
export function addReplay(program: Command, terminal: Terminal): void {
  withJson(program.command('replay').argument('[id]', 'id of an execution'))
    .summary('Steps through what an execution did')
    .description(
      'Steps through what an execution and its children did: what ended, which variables it changed, which links ' +
        'fired and why, and what ran next. The journal goes through the engine that runs pipelines; where that would ' +
        'now do something else, the command says so and exits with 1. Nothing runs again.',
    )
    .option('--file <file>', 'replay a journal that was exported, without a server')
    .option('--export <file>', 'write the journal to a file instead of replaying it')
    .option('--all', 'print every step without waiting for Enter')
    .option('--from <step>', 'begin at this step: its name, its key such as "Load[3]", or #N')
    .option('--until <step>', 'stop after this step')
    .addHelpText(
      'after',
      examples([
        'headrace replay 0195b1c2-…',
        'headrace replay 0195b1c2-… --all --from "Load Orders"',
        'headrace replay 0195b1c2-… --export run.ndjson',
        'headrace replay --file run.ndjson --json',
      ]),
    )
    .action((id: string | undefined, options: ReplayOptions) =>
      perform(terminal, options, (context) => replay(context, id, options)),
    )
}

async function replay(context: Context, id: string | undefined, options: ReplayOptions): Promise<void> {
  if ((id === undefined) === (options.file === undefined))
    throw new Failure('Pass the id of an execution, or --file with an exported journal.')
  const source = options.file ?? `The journal of ${id}`
  const texts = id === undefined ? await linesOfFile(context, options.file!) : await download(context, id)
  if (options.export !== undefined) return exportTo(context, options.export, texts)
  const journal = readJournal(texts, source)
  const events = [...within([...replayJournal(journal)], options)]
  const divergences = events.reduce((sum, event) => sum + event.divergences.length, 0)
  if (context.json) context.printJson(events)
  else await show(context, events, options)
  if (!context.json) context.note(summary(journal, divergences))
  if (divergences > 0) context.terminal.setExitCode(1)
}

function summary(journal: Journal, divergences: number): string {
  const executions = journal.executions.length === 1 ? '' : ` of ${journal.executions.length} executions`
  if (divergences > 0)
    return `The journal and the engine disagree in ${divergences} ${divergences === 1 ? 'place' : 'places'}.`
  return `Replayed ${journal.steps.length} steps${executions}: the engine makes the same decisions.`
}

async function download({ client }: Context, id: string): Promise<string[]> {
  const { projectId } = await findExecution(client(), executionId(id))
  const { body } = await client().send(
    'get',
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/journal',
    { path: { projectId, pipelineExecutionId: id }, headers: { accept: 'application/x-ndjson' } },
  )
  return Array.fromAsync(linesOf(body))
}

async function linesOfFile({ terminal }: Context, file: string): Promise<string[]> {
  const text = await readFile(resolve(terminal.cwd, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be read: ${error.code ?? error.message}`)
  })
  return text.split('\n')
}

/** Values of a run are confidential: only the owner may read the file. */
async function exportTo(context: Context, file: string, texts: readonly string[]): Promise<void> {
  const text = texts.filter((line) => line !== '').join('\n')
  const path = resolve(context.terminal.cwd, file)
  await writeFile(path, `${text}\n`, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be written: ${error.code ?? error.message}`)
  })
  if (context.json) context.printJson({ file })
  else context.print(`Wrote ${file}. Replay it with: ${context.command('replay', '--file', file)}`)
}

/** The events from one step to another, both included. */
function within(events: readonly ReplayEvent[], { from, until }: ReplayOptions): readonly ReplayEvent[] {
  const at = (wanted: string) => {
    const found = events.findIndex((event) => isAt(event, wanted))
    if (found >= 0) return found
    throw new Failure(`No step ${JSON.stringify(wanted)} was reached.`, {
      hint: 'Pass its name, its key such as "Load[3]", or the number of its report such as #12.',
    })
  }
  const first = from === undefined ? 0 : at(from)
  const last = until === undefined ? events.length - 1 : at(until)
  return events.slice(first, last + 1)
}

const isAt = ({ step, n }: ReplayEvent, wanted: string): boolean =>
  step?.key === wanted || step?.name === wanted || (n !== undefined && wanted === `#${n}`)

/** On a terminal, one event after another; elsewhere all of them. */
async function show(context: Context, events: readonly ReplayEvent[], { all }: ReplayOptions): Promise<void> {
  const { terminal, paint } = context
  let stepping = !all && terminal.stdin.isTTY === true && terminal.stdout.isTTY === true
  for (const [at, event] of events.entries()) {
    for (const line of eventLines(event, paint)) context.print(line)
    if (!stepping || at === events.length - 1) continue
    const answer = (await terminal.ask('[Enter: next, a: all, q: quit] ')).toLowerCase()
    if (answer === 'q') return
    if (answer === 'a') stepping = false
  }
}
