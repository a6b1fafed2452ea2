import { Failure } from '../../../client/failure.ts'
import type {
  Journal,
  JournalExecution,
  JournalPipeline,
  JournalStep,
} from '../../../pipeline/replay/journal.ts'
import { fitsJournal, isJournalKind, JOURNAL_FORMAT } from '../../../protocol/journal-lines.ts'

/** The journal that lines of an export hold. Throws Failure that names the first malformed line. */
export function readJournal(texts: readonly string[], source: string): Journal {
  const executions: JournalExecution[] = []
  const pipelines: JournalPipeline[] = []
  const steps: JournalStep[] = []
  let format: unknown
  for (const [at, text] of texts.entries()) {
    if (text.trim() === '') continue
    const line = parsed(text)
    const kind = line?.['kind']
    if (!isJournalKind(kind) || (format === undefined && kind !== 'journal'))
      throw notAJournal(source, at + 1)
    if (kind === 'journal') format = checkedFormat(line?.['format'], source)
    if (!fitsJournal(kind, line)) throw notAJournal(source, at + 1)
    if (kind === 'execution') executions.push(line as unknown as JournalExecution)
    if (kind === 'pipeline') pipelines.push(line as unknown as JournalPipeline)
    if (kind === 'step') steps.push(line as unknown as JournalStep)
  }
  if (executions.length === 0) throw notAJournal(source, texts.length)
  return { executions, pipelines, steps }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function checkedFormat(format: unknown, source: string): unknown {
  if (format === JOURNAL_FORMAT) return format
  throw new Failure(
    `${source} holds a journal of format ${JSON.stringify(format)}; this program reads ${JOURNAL_FORMAT}.`,
    {
      hint: 'Use the version of Headrace that the server has.',
    },
  )
}

const notAJournal = (source: string, line: number) =>
  new Failure(`${source}, line ${line}: this is not a journal.`, {
    hint: 'Make one with `headrace replay ID --export FILE`.',
  })
