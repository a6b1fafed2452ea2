import { createHash } from 'node:crypto'
import type { Cell, ColumnDescription } from '../../../warehouses/warehouse.ts'
import type { Field } from '../modular-api-extract-input-v2/fields.ts'
import type { Question, Reply } from './model.ts'
import { readAnswer } from './prompt.ts'
import type { PromptSettings } from './settings.ts'

/** One row of the source on its way to the table of answers. */
export interface Asked {
  /** Tells the row from every other of the step, and one prompt from another. */
  readonly key: string
  readonly keyCell: Cell
  readonly question: Question
}

/** What became of it: an answer, or why the service refuses this row. */
export type Result = { readonly reply: Reply } | { readonly refused: string }

/** Names rows; equal ones are told apart by their number. */
export function createRowKeys(settings: PromptSettings): (keyCell: Cell, question: Question) => string {
  const { model, format } = settings
  const seen = new Map<string, number>()
  return (keyCell, question) => {
    const { provider, endpoint, sampling } = model
    const all = [provider, endpoint, model.model, sampling, format, keyCell, question]
    const digest = createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 24)
    const number = (seen.get(digest) ?? 0) + 1
    seen.set(digest, number)
    return `${digest} ${number}`
  }
}

/**
 * The columns of the table of answers: the key as it is in the source, the outputs if wanted, and all about
 * the answer.
 */
export function answerFields(settings: PromptSettings, key: ColumnDescription): readonly Field[] {
  const text = (name: string): Field => ({ name, type: 'STRING', member: name })
  const whole = (name: string): Field => ({ name, type: 'INTEGER', member: name })
  const definition = { type: key.type, size: key.size?.toString(), precision: key.precision?.toString() }
  return [
    { name: settings.source.keyColumn, type: 'STRING', member: 'key', definition },
    ...(settings.target.outputColumns ? settings.outputs : []).map(
      ({ name }): Field => ({ name, type: 'STRING', member: `output ${name}` }),
    ),
    { name: 'DATA', type: settings.format === 'JSON' ? 'ANY' : 'STRING', member: 'DATA' },
    ...['PROMPT_TOKENS', 'COMPLETION_TOKENS', 'ALL_TOKENS'].map(whole),
    ...['RAW_DATA', 'ERROR_METADATA', 'SYSTEM_PROMPT', 'USER_PROMPT', 'MODEL_NAME', 'PROVIDER_NAME'].map(
      text,
    ),
  ]
}

/** The row of the table of answers, as JSON. */
export function answerElement(
  settings: PromptSettings,
  { keyCell, question }: Asked,
  result: Result,
): string {
  const about = {
    key: keyCell,
    SYSTEM_PROMPT: question.system,
    USER_PROMPT: question.user,
    PROVIDER_NAME: settings.model.provider,
  }
  if ('refused' in result)
    return JSON.stringify({ ...about, ERROR_METADATA: result.refused, MODEL_NAME: settings.model.model })
  const { reply } = result
  const { data, columns, faults } = dataOf(settings, reply)
  const all = [...(reply.cut === undefined ? [] : [reply.cut]), ...faults]
  return JSON.stringify({
    ...about,
    ...columns,
    DATA: data,
    PROMPT_TOKENS: reply.promptTokens,
    COMPLETION_TOKENS: reply.completionTokens,
    ALL_TOKENS:
      reply.promptTokens === undefined ? undefined : reply.promptTokens + (reply.completionTokens ?? 0),
    RAW_DATA: reply.texts.length === 1 ? reply.texts[0] : JSON.stringify(reply.texts),
    ERROR_METADATA: all.length === 0 ? undefined : all.join('. '),
    MODEL_NAME: reply.model ?? settings.model.model,
  })
}

/** One answer is its own data; several are a list. */
function dataOf({ format, outputs, model }: PromptSettings, { texts }: Reply) {
  if (format === 'TEXT') return { data: texts[0], columns: {}, faults: [] }
  const read = texts.map((text) => readAnswer(text, outputs))
  const [first] = read
  const columns = Object.fromEntries(
    outputs.map(({ name }) => [`output ${name}`, shownValue(first?.data?.[name])]),
  )
  const data = model.sampling.n > 1 ? read.map((one) => one.data ?? null) : first?.data
  const faults = new Set(read.flatMap(({ fault }) => (fault === undefined ? [] : [fault])))
  return { data, columns, faults: [...faults] }
}

const shownValue = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
