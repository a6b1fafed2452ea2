import Type from 'typebox'
import { compiled } from './compiled.ts'
import { HistoryStep } from './messages.ts'

/**
 * What lines of an export are. A reader that knows another number refuses the file instead of misreading it.
 */
export const JOURNAL_FORMAT = 1

const Names = Type.Array(Type.String())
const Value = Type.Union([Type.String(), Type.Number(), Type.Array(Names)])
const lines = {
  journal: compiled(Type.Object({ format: Type.Literal(JOURNAL_FORMAT) })),
  pipeline: compiled(
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
  execution: compiled(
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
  step: compiled(Type.Object({ ...HistoryStep.properties, result: Type.String() })),
}
type JournalKind = keyof typeof lines

export const isJournalKind = (kind: unknown): kind is JournalKind =>
  typeof kind === 'string' && Object.hasOwn(lines, kind)

/** Whether a line of an export is one of its kind. Members that are not known are let through. */
export const fitsJournal = (kind: JournalKind, line: unknown): boolean => lines[kind]().Check(line)
