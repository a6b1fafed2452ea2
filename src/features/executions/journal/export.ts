import type { Db } from '../../../db/database.ts'
import { createMasking, type Masking } from '../../../lib/masking.ts'
import type { Pipeline, Value } from '../../../pipeline/model.ts'
import { parsePipelineFile } from '../../../pipeline/parse.ts'
import type { JournalUpdate, JournalVariable } from '../../../pipeline/replay/journal.ts'
import { journalPipeline } from '../../../pipeline/replay/pipeline-flow.ts'
import { isSecretName } from '../../../pipeline/secret-names.ts'
import { type CallerValues, givenValues, startVariables } from '../../../pipeline/variables.ts'
import { JOURNAL_FORMAT } from '../../../protocol/journal-lines.ts'
import { readPipelineFile } from '../../artifacts/service.ts'
import type { DeclaredBy } from '../queries/declared-variables.ts'
import { addSecrets } from '../queries/start-values.ts'
import { valuesAbove } from '../queries/starts.ts'
import { type RecordedStart, readStart } from '../queue/snapshot-store.ts'
import {
  type ExportedExecution,
  type ExportedStep,
  readExportedSteps,
  readTree,
  readTreeIds,
} from './export-store.ts'

/**
 * The journal of an execution and its children as NDJSON, chunk by chunk: a line that names the format, the
 * flow of each pipeline before the first execution that runs it, the executions, then their steps with every
 * value in full. Secrets are masked as they are in steps; what was masked says so.
 */
export async function* exportJournal(db: Db, declaredBy: DeclaredBy, id: string): AsyncGenerator<string> {
  const masking = createMasking()
  const ids = await readTreeIds(db, id)
  const start = await readStart(db, id)
  yield line({ kind: 'journal', format: JOURNAL_FORMAT, pipelineExecutionId: id })
  const pipelines = new Map<string, Pipeline>()
  const given = valuesOfTree(await valuesAbove(start?.above ?? [], declaredBy))
  for await (const { artifactId, sharedVersion, ...read } of readTree(db, ids)) {
    // A shared pipeline may have the name of one of its caller's.
    const { pipelineName: own } = read
    const pipelineName = sharedVersion === undefined ? own : `${sharedVersion}: ${own}`
    const execution = { ...read, pipelineName }
    if (start !== undefined && !pipelines.has(pipelineName)) {
      const file = await readPipelineFile(db, artifactId, own)
      const { pipeline, faults } = file ? parsePipelineFile(file.path, file.content) : nothingRead
      pipelines.set(pipelineName, pipeline ?? { ...unreadable, name: pipelineName })
      const why = faults.map(({ file: path, line: at, message }) => `${path}:${at}: ${message}`)
      if (pipeline !== undefined)
        yield line({ kind: 'pipeline', ...journalPipeline(pipeline), name: pipelineName })
      else if (file !== undefined)
        yield line({ kind: 'pipeline', ...noFlow, name: pipelineName, faults: why })
    }
    const pipeline = pipelines.get(pipelineName)
    yield line({ kind: 'execution', ...shownExecution(given(execution, pipeline), start, pipeline, masking) })
  }
  for await (const steps of readExportedSteps(db, ids)) {
    for (const step of steps)
      addSecrets(
        masking,
        updatesOf(step).map(({ variable: name, value }) => ({ name, value })),
      )
    yield steps.map((step) => line({ kind: 'step', ...shownStep(step, masking) })).join('')
  }
}

const nothingRead = { pipeline: undefined, faults: [] }
const unreadable = {
  kind: 'orchestration',
  description: '',
  components: new Map(),
  variables: new Map(),
} as const
const noFlow = { pipelineType: 'orchestration', components: [] }

const line = (value: object): string => `${JSON.stringify(value)}\n`

type ExportedCall = Omit<ExportedExecution, 'artifactId' | 'sharedVersion'>

function shownExecution(
  { scalarVariables: scalars, gridVariables: grids, ...execution }: ExportedCall,
  start: RecordedStart | undefined,
  pipeline: Pipeline | undefined,
  masking: Masking,
) {
  if (start === undefined || pipeline === undefined) return execution
  const { variables, faults } = startVariables(pipeline, start.snapshot.variables, { scalars, grids })
  addSecrets(masking, variables.values())
  const shown = [...variables.values()].map((variable): JournalVariable => {
    const { value, masked } = maskedValue(variable.name, variable.value, false, masking)
    return masked ? { ...variable, value, masked } : variable
  })
  const { message } = execution
  return {
    ...execution,
    ...(message !== undefined && { message: masking.mask(message) }),
    variables: shown,
    // What a child was given was checked before it began, with the values that are masked here.
    ...(faults.length > 0 && execution.parentId === undefined && { startFaults: faults.map(masking.mask) }),
  }
}

/**
 * Adds to executions what those above gave for variables of the project. It is given each behind the one that
 * ran it, so that only the values of those around the last one are kept; `outside` is what holds for the
 * first.
 */
function valuesOfTree(outside: CallerValues) {
  const around: { readonly id: string; readonly values: CallerValues }[] = []
  return (execution: ExportedCall, { variables }: Pick<Pipeline, 'variables'> = unreadable): ExportedCall => {
    while (around.length > 0 && around.at(-1)!.id !== execution.parentId) around.pop()
    const { scalarVariables: scalars, gridVariables: grids } = execution
    const above = around.at(-1)?.values ?? outside
    const { caller, projectValues } = givenValues({ variables }, { scalars, grids }, above)
    around.push({ id: execution.id, values: projectValues })
    return { ...execution, scalarVariables: caller.scalars, gridVariables: caller.grids }
  }
}

const updatesOf = ({ iterations = [], finished }: ExportedStep) => [
  ...iterations.flat(),
  ...(finished?.outcome.updates ?? []),
]

function shownStep(step: ExportedStep, masking: Masking) {
  const { iterations, finished } = step
  const shown = (updates: readonly JournalUpdate[]) =>
    updates.map(
      ({ variable, value, secret = false }): JournalUpdate => ({
        variable,
        ...maskedValue(variable, value, secret, masking),
      }),
    )
  return {
    ...step,
    ...(iterations && { iterations: iterations.map(shown) }),
    ...(finished && {
      finished: {
        ...finished,
        outcome: {
          ...finished.outcome,
          ...(finished.outcome.message && { message: masking.mask(finished.outcome.message) }),
          ...(finished.outcome.updates && { updates: shown(finished.outcome.updates) }),
        },
      },
    }),
  }
}

/** A value as it may be shown. `masked` is present when it is not what the run saw. */
function maskedValue(
  name: string,
  value: Value,
  secret: boolean,
  masking: Masking,
): { value: Value; masked?: true } {
  const hide = secret || isSecretName(name)
  const text = (one: string) => (hide ? '***' : masking.mask(one))
  if (typeof value === 'number') return hide ? { value: '***', masked: true } : { value }
  if (typeof value === 'string') {
    const shown = text(value)
    return shown === value ? { value } : { value: shown, masked: true }
  }
  const rows = value.map((row) => row.map(text))
  const same = rows.every((row, at) => row.every((cell, index) => cell === value[at]![index]))
  return same ? { value } : { value: rows, masked: true }
}
