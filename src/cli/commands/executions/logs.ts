import type { Command } from 'commander'
import { eventsOf, linesOf } from '../../../client/event-stream.ts'
import { executionId } from '../../../client/lookup.ts'
import { isAway } from '../../../client/patience.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import { cellText } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'

const RECONNECT_MS = 1_000

/** A line of the log as the server keeps it. */
interface LogLine {
  readonly at?: string | undefined
  /** The component that wrote it; absent for lines about the run itself. */
  readonly component?: string | undefined
  readonly text: string
}

interface LogsOptions extends CommonOptions {
  readonly follow?: boolean | undefined
}

/** Adds `headrace logs`. */
export function addLogs(program: Command, terminal: Terminal): void {
  withJson(program.command('logs').argument('<id>', 'id of an execution'))
    .summary('Shows the log of an execution')
    .description('Shows the log of an execution; with --json as one JSON object per line')
    .option('-f, --follow', 'follow the log until the execution ends')
    .addHelpText('after', examples(['headrace logs 0195b1c2-…', 'headrace logs -f 0195b1c2-…']))
    .action((id: string, options: LogsOptions) =>
      perform(terminal, options, (context) => showLogs(context, executionId(id), options)),
    )
}

async function showLogs(context: Context, id: string, { follow }: LogsOptions): Promise<void> {
  const show = (line: string) => context.print(context.json ? line : readable(context, line))
  if (follow) return followLogs(context, id, show)
  const { body } = await context.client().send('get', '/v1/pipeline-executions/{pipelineExecutionId}/logs', {
    path: { pipelineExecutionId: id },
    headers: { accept: 'application/x-ndjson' },
  })
  let count = 0
  for await (const line of linesOf(body)) {
    if (line === '') continue
    count++
    show(line)
  }
  if (count === 0) context.note('The log is empty.')
}

/**
 * Shows every line once, even when the connection breaks or a server stops: the stream is then requested
 * again from its start, and the lines already shown are skipped. From its first answer on, a server that is
 * away is waited for.
 */
async function followLogs(context: Context, id: string, show: (line: string) => void) {
  const watching = context.watchingClient()
  let client = context.client()
  let shown = 0
  for (;;) {
    const { body } = await client.send('get', '/v1/pipeline-executions/{pipelineExecutionId}/logs', {
      path: { pipelineExecutionId: id },
      query: { follow: true },
      headers: { accept: 'text/event-stream' },
    })
    client = watching
    let seen = 0
    const isWhole = await untilBroken(async () => {
      for await (const { event, data } of eventsOf(body)) {
        if (event === 'end') return true
        if (++seen <= shown) continue
        show(data)
        shown = seen
      }
      return false
    })
    if (isWhole) return
    await context.terminal.wait(RECONNECT_MS)
  }
}

/** What `read` answers; false when the connection broke. */
async function untilBroken(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return await read()
  } catch (error) {
    if (isAway(error)) return false
    throw error
  }
}

function readable({ paint }: Context, line: string): string {
  const { at, component, text } = parse(line)
  const time = at === undefined ? '' : `${paint('dim', timeOf(at))} `
  const source = component === undefined ? '' : `${paint('cyan', cellText(component))}  `
  const [first = '', ...rest] = text.split(/\r\n|\n|\r/).map(cellText)
  return [time + source + first, ...rest.map((more) => `    ${more}`)].join('\n')
}

function parse(line: string): LogLine {
  try {
    const value = JSON.parse(line) as Partial<LogLine> | null
    if (typeof value?.text === 'string') return { ...value, text: value.text }
  } catch {
    // What is not JSON is shown as it came.
  }
  return { text: line }
}

function timeOf(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  const parts = [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) => String(n).padStart(2, '0'))
  return `${parts.join(':')}.${String(at.getMilliseconds()).padStart(3, '0')}`
}
