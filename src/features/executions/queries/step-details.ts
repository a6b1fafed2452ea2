import type { Db } from '../../../db/database.ts'
import type { Masking } from '../../../lib/masking.ts'
import { notFound } from '../../../lib/problem.ts'
import type { Parameters } from '../../../pipeline/model.ts'
import type { ParsePipeline } from '../../../pipeline/parse.ts'
import type { WireExecuted } from '../../../protocol/step-outcome.ts'
import { readPipelineFile } from '../../artifacts/service.ts'
import type { StepDetails } from '../schema.ts'
import { maskingOf, unmaskedStartValues } from './start-values.ts'
import type { ReadStart } from './starts.ts'
import { listSteps, readExecuted } from './step-store.ts'
import { changesOf, shownStep } from './variable-changes.ts'

/** Longer values are shortened unless all of them is asked for. */
const SHOWN_CHARACTERS = 4_000

/**
 * Reading what one step was executed with: what its runner recorded, and the rest of its parameters from the
 * pipeline's file.
 */
export function createStepDetails(db: Db, parsePipeline: ParsePipeline, readStart: ReadStart) {
  /** `stepId` is an `id` of the list. The caller's access to the execution is checked by then. */
  return async function stepDetails(
    executionId: string,
    stepId: string,
    isFull: boolean,
  ): Promise<StepDetails> {
    const seq = seqOf(executionId, stepId)
    if (seq === undefined) throw notFound('Step', stepId)
    const { results } = await listSteps(db, executionId, { page: seq, size: 1, offset: seq })
    const [step] = results
    if (step === undefined) throw notFound('Step', stepId)
    const start = await readStart(executionId)
    const file = start && (await readPipelineFile(db, start[0].artifactId, start[0].pipelineName))
    const pipeline = file && (await parsePipeline(file.path, file.content))
    const known = start === undefined ? [] : unmaskedStartValues(...start)
    const masking = maskingOf([...changesOf(step), ...known])
    const executed = (await readExecuted(db, executionId, seq)) ?? {}
    const limit = isFull ? Number.POSITIVE_INFINITY : SHOWN_CHARACTERS
    return {
      ...shownStep(step, masking),
      ...shownExecuted(executed, pipeline?.components.get(step.name)?.parameters ?? {}, { masking, limit }),
    }
  }
}

/** The position of a step: its `id` is that of its execution and the position. */
function seqOf(executionId: string, stepId: string): number | undefined {
  const seq = stepId.startsWith(`${executionId}-`) ? stepId.slice(executionId.length + 1) : ''
  return /^(0|[1-9]\d{0,8})$/.test(seq) ? Number(seq) : undefined
}

interface Showing {
  readonly masking: Masking
  readonly limit: number
}

function shownExecuted(executed: WireExecuted, inFile: Parameters, showing: Showing) {
  const resolved = new Map((executed.parameters ?? []).map((one) => [one.name, one]))
  const names = [...new Set([...Object.keys(inFile), ...resolved.keys()])]
  const { statements = [], moreStatements } = executed
  return {
    parameters: names
      .filter((name) => name !== 'componentName')
      .map((name) => {
        const one = resolved.get(name)
        const { value, characters } = shownValue(one?.value ?? inFile[name] ?? null, one?.characters, showing)
        return {
          name,
          value,
          ...(one && { resolved: true }),
          ...(characters !== undefined && { characters }),
        }
      }),
    statements: statements.map((one) => {
      const { value, characters } = shownValue(one.text, one.characters, showing)
      return { text: value as string, ...(characters !== undefined && { characters }) }
    }),
    ...(moreStatements !== undefined && { moreStatements }),
  }
}

/** `characters` is the length of the whole, where a part is missing. */
function shownValue(value: unknown, characters: number | undefined, { masking, limit }: Showing) {
  if (typeof value === 'string') {
    const text = masking.mask(value)
    if (text.length <= limit) return { value: text, characters }
    return { value: text.slice(0, limit), characters: characters ?? text.length }
  }
  const masked = maskedTexts(value, masking)
  const length = JSON.stringify(masked).length
  if (length <= limit) return { value: masked, characters }
  if (!Array.isArray(masked)) return { value: null, characters: characters ?? length }
  let sum = 0
  const fits = masked.findIndex((item) => {
    sum += JSON.stringify(item).length
    return sum > limit
  })
  return { value: fits === -1 ? masked : masked.slice(0, fits), characters: characters ?? length }
}

function maskedTexts(value: unknown, masking: Masking): unknown {
  if (typeof value === 'string') return masking.mask(value)
  if (Array.isArray(value)) return value.map((item) => maskedTexts(item, masking))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskedTexts(item, masking)]))
}
