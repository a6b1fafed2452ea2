import { linesOf } from '../client/event-stream.ts'
import { type Call, shortened } from './tool.ts'

const MAX_LINE_CHARACTERS = 1_000
const MAX_LOG_CHARACTERS = 50_000

/** A line of the log as the server keeps it. */
interface LogLine {
  readonly at?: string
  readonly component?: string
  readonly text: string
}

/** The last lines of a log, and which they are. */
export async function lastLines(call: Call, executionId: string, most: number) {
  const kept: string[] = []
  let total = 0
  let characters = 0
  for await (const line of readLines(call, executionId)) {
    total++
    characters += line.length
    kept.push(line)
    while (kept.length > most || characters > MAX_LOG_CHARACTERS) characters -= kept.shift()!.length
  }
  return { firstLine: total - kept.length, totalLines: total, lines: kept }
}

/** Lines of a log from the one numbered `from`, counted from 0; `nextLine` where there are more. */
export async function linesFrom(call: Call, executionId: string, from: number, most: number) {
  const lines: string[] = []
  let number = 0
  let characters = 0
  for await (const line of readLines(call, executionId)) {
    if (number++ < from) continue
    if (lines.length === most || characters + line.length > MAX_LOG_CHARACTERS)
      return { firstLine: from, nextLine: number - 1, lines }
    characters += line.length
    lines.push(line)
  }
  return { firstLine: from, lines }
}

async function* readLines({ client }: Call, pipelineExecutionId: string): AsyncGenerator<string> {
  const { body } = await client.send('get', '/v1/pipeline-executions/{pipelineExecutionId}/logs', {
    path: { pipelineExecutionId },
    headers: { accept: 'application/x-ndjson' },
  })
  for await (const line of linesOf(body)) {
    if (line === '') continue
    const { at, component, text } = JSON.parse(line) as LogLine
    const words = [at, component && `[${component}]`, text].filter((word) => word !== undefined)
    yield shortened(words.join(' '), MAX_LINE_CHARACTERS)
  }
}
