import Type from 'typebox'
import { Compile } from 'typebox/compile'
import type {
  Journal,
  JournalExecution,
  JournalPipeline,
  JournalStep,
} from '../../../pipeline/replay/journal.ts'
import { HistoryStep } from '../../../protocol/messages.ts'
import { Failure } from '../../terminal/failure.ts'

/** What lines of an export are: the number that `exportJournal` of the server writes. */
const FORMAT = 1

const Names = Type.Array(Type.String())
const Value = Type.Union([Type.String(), Type.Number(), Type.Array(Names)])
const lines = {
  journal: Compile(Type.Object({ format: Type.Literal(FORMAT) })),
  pipeline: Compile(
    Type.Object({
      name: Type.String(),
      pipelineType: Type.Enum(['orchestration', 'transformation']),
      faults: Type.Optional(Names),
      components: Type.Array(
        Type.Object({
          name: Type.String(),
          type: Type.String(),
          transitions: Type.Record(Type.String(), Names),
          iterationTarget: Type.Optional(Type.String()),
          skipped: Type.Optional(Type.Boolean()),
          postProcessed: Type.Optional(Type.Boolean()),
          parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    }),
  ),
  execution: Compile(
    Type.Object({
      id: Type.String(),
      pipelineName: Type.String(),
      pipelineType: Type.String(),
      status: Type.String(),
      message: Type.Optional(Type.String()),
      reusedReports: Type.Optional(Type.Integer()),
      startFaults: Type.Optional(Names),
      variables: Type.Optional(
        Type.Array(
          Type.Object({
            name: Type.String(),
            type: Type.Enum(['TEXT', 'NUMBER', 'GRID']),
            scope: Type.Enum(['COPIED', 'SHARED']),
            columns: Names,
            value: Value,
          }),
        ),
      ),
    }),
  ),
  step: Compile(Type.Object({ ...HistoryStep.properties, result: Type.String() })),
}
type Kind = keyof typeof lines
const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && Object.hasOwn(lines, kind)

/** The journal that lines of an export hold. Throws Failure that names the first line that is none. */
export function readJournal(texts: readonly string[], source: string): Journal {
  const executions: JournalExecution[] = []
  const pipelines: JournalPipeline[] = []
  const steps: JournalStep[] = []
  let format: unknown
  for (const [at, text] of texts.entries()) {
    if (text.trim() === '') continue
    const line = parsed(text)
    const kind = line?.['kind']
    if (!isKind(kind) || (format === undefined && kind !== 'journal')) throw notAJournal(source, at + 1)
    if (kind === 'journal') format = checkedFormat(line?.['format'], source)
    if (!lines[kind].Check(line)) throw notAJournal(source, at + 1)
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
  if (format === FORMAT) return format
  throw new Failure(
    `${source} holds a journal of format ${JSON.stringify(format)}; this program reads ${FORMAT}.`,
    {
      hint: 'Use the version of Headrace that the server has.',
    },
  )
}

const notAJournal = (source: string, line: number) =>
  new Failure(`${source}, line ${line}: this is not a journal.`, {
    hint: 'Make one with `headrace replay ID --export FILE`.',
  })
