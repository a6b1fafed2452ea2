import type { Parameters, ParameterValue } from '../../../pipeline/model.ts'
import type { TableName } from '../../../warehouses/warehouse.ts'
import { blockOf, rawText, textOf } from '../../common/blocks.ts'
import { numberOf, wholeNumberFault } from '../../common/numbers.ts'
import { tableName } from '../../common/sql.ts'
import type { CreateMode } from '../modular-api-extract-input-v2/settings.ts'
import { type ModelSettings, modelSettings } from './model-settings.ts'

/** One column of the source, and what the model knows it as. */
export interface Input {
  readonly column: string
  readonly name: string
}

/** One member of the model's answer, and the instruction for what to put there. */
export interface Output {
  readonly name: string
  readonly instruction: string
}

/** Where the work stops, and what tokens cost. */
export interface Limits {
  readonly maxTotalTokens: number | undefined
  readonly maxCost: number | undefined
  /** Of a million tokens; undefined: the cost is not known. */
  readonly inputPrice: number | undefined
  readonly outputPrice: number | undefined
}

export interface PromptSettings {
  readonly model: ModelSettings
  readonly source: {
    readonly table: TableName
    readonly keyColumn: string
    readonly limit: number | undefined
  }
  readonly userContext: string
  readonly inputs: readonly Input[]
  readonly format: 'JSON' | 'TEXT'
  readonly outputs: readonly Output[]
  readonly target: { readonly table: TableName; readonly mode: CreateMode; readonly outputColumns: boolean }
  readonly concurrency: number
  readonly timeoutMs: number
  readonly limits: Limits
}

const DEFAULT_CONCURRENCY = 4
const DEFAULT_TIMEOUT_SECONDS = 300
const ranges = {
  concurrency: { least: 1, most: 32 },
  requestTimeout: { least: 1, most: 3_600 },
  limit: { least: 0, most: 1_000_000_000 },
  maxTotalTokens: { least: 1, most: 1_000_000_000_000 },
}

/** Reads the parameters, with every fault in a sentence of its own. Expressions are taken on trust. */
export function promptSettings(parameters: Parameters): {
  readonly settings: PromptSettings
  readonly faults: readonly string[]
} {
  const faults: string[] = []
  const source = placed(parameters['source'])
  const target = placed(parameters['destination'])
  const prompt = blockOf(parameters['promptContext']) ?? {}
  const format = textOf(prompt['outputFormat']) === 'TEXT' ? 'TEXT' : 'JSON'
  const inputs = readInputs(prompt['inputs'], faults)
  const outputs = readOutputs(prompt['outputs'], format, faults)
  const needed = (value: ParameterValue | undefined, what: string): string => {
    if (textOf(value) === '') faults.push(`${what} is missing`)
    return textOf(value)
  }
  if (/^(yes|true)$/i.test(textOf(blockOf(parameters['ragConfig'])?.['isRagEnabled'])))
    faults.push(
      'Retrieval ("ragConfig") is not available: join what the model should know to the source table',
    )
  const settings = {
    model: modelSettings(parameters, faults),
    source: {
      table: tableName(placeOf(source), needed(source['table'], 'The table of Source ("source")')),
      keyColumn: needed(source['keyColumn'], 'The Key Column of Source ("source")'),
      limit: limitOf(source['limit'], faults),
    },
    userContext: rawText(prompt['userContext']),
    inputs,
    format,
    outputs,
    target: {
      table: tableName(placeOf(target), needed(target['table'], 'The table of Destination ("destination")')),
      mode: modeOf(textOf(target['createTableOptions']), faults),
      outputColumns: /^(yes|true)$/i.test(textOf(target['outputColumns'])) && format === 'JSON',
    },
    ...workOf(parameters, faults),
  } as const
  faults.push(...nameFaults(settings))
  return { settings, faults }
}

function workOf(parameters: Parameters, faults: string[]) {
  const whole = (
    key: 'concurrency' | 'requestTimeout' | 'maxTotalTokens',
    label: string,
  ): number | undefined => {
    const text = textOf(parameters[key])
    if (text === '') return undefined
    faults.push(...wholeNumberFault(`${label} ("${key}")`, text, ranges[key]))
    return numberOf(text)
  }
  const amount = (key: string, label: string): number | undefined => {
    const text = textOf(parameters[key])
    if (text === '' || text.includes('${')) return undefined
    const number = numberOf(text)
    if (number !== undefined && number >= 0) return number
    faults.push(`${label} ("${key}") is "${text}"; it must be a number from 0`)
    return undefined
  }
  const limits = {
    maxTotalTokens: whole('maxTotalTokens', 'Token Limit'),
    maxCost: amount('maxCost', 'Cost Limit'),
    inputPrice: amount('inputPrice', 'Price of Prompts'),
    outputPrice: amount('outputPrice', 'Price of Answers'),
  }
  const isPriced = [parameters['inputPrice'], parameters['outputPrice']].every((one) => textOf(one) !== '')
  if (textOf(parameters['maxCost']) !== '' && !isPriced)
    faults.push('Cost Limit ("maxCost") needs "inputPrice" and "outputPrice"')
  return {
    concurrency: whole('concurrency', 'Concurrency') ?? DEFAULT_CONCURRENCY,
    timeoutMs: (whole('requestTimeout', 'Request Timeout (seconds)') ?? DEFAULT_TIMEOUT_SECONDS) * 1_000,
    limits,
  }
}

/** The keys of a block, which files hold in it or below the name of their warehouse in it. */
function placed(value: ParameterValue | undefined): Parameters {
  const given = blockOf(value) ?? {}
  const platform = ['snowflake', 'databricks', 'redshift'].map((name) => blockOf(given[name])).find(Boolean)
  return { ...platform, ...given }
}

const placeOf = (given: Parameters) => ({
  database: textOf(given['database']),
  catalog: textOf(given['catalog']),
  schema: textOf(given['schema']),
})

function limitOf(value: ParameterValue | undefined, faults: string[]): number | undefined {
  const text = textOf(value)
  if (text === '') return undefined
  faults.push(...wholeNumberFault('Limit of Source ("source")', text, ranges.limit))
  return numberOf(text)
}

const modes: readonly (readonly [RegExp, CreateMode])[] = [
  [/^\s*$|^fail/i, 'FAIL_IF_EXISTS'],
  [/replace|recreate/i, 'REPLACE_IF_EXISTS'],
  [/truncate/i, 'TRUNCATE_AND_INSERT'],
  [/append|insert/i, 'APPEND'],
]

function modeOf(text: string, faults: string[]): CreateMode {
  const mode = modes.find(([pattern]) => pattern.test(text))?.[1]
  if (mode === undefined && !text.includes('${'))
    faults.push(
      `Create Table Options ("createTableOptions") is "${text}"; it must be one of: ` +
        'Fail if Table Exists, Replace if Table Exists, Truncate, Append',
    )
  return mode ?? 'FAIL_IF_EXISTS'
}

function readInputs(value: ParameterValue | undefined, faults: string[]): readonly Input[] {
  const inputs = cellsOf(value).map(([column = '', name = '']) => ({ column, name: name || column }))
  if (isMissing(value)) faults.push('Inputs ("inputs") of Prompt contain no column')
  if (inputs.some(({ column }) => column === ''))
    faults.push('Inputs ("inputs") of Prompt: a column is empty')
  return inputs
}

function readOutputs(
  value: ParameterValue | undefined,
  format: 'JSON' | 'TEXT',
  faults: string[],
): readonly Output[] {
  if (format === 'TEXT') return []
  const outputs = cellsOf(value).map(([name = '', instruction = '']) => ({ name, instruction }))
  if (isMissing(value)) faults.push('Outputs ("outputs") of Prompt are missing: JSON needs at least one')
  if (outputs.some(({ name }) => name === '')) faults.push('Outputs ("outputs") of Prompt: a name is empty')
  const names = outputs.map(({ name }) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) faults.push(`Outputs ("outputs") of Prompt name "${twice}" twice`)
  return outputs
}

/** A grid is looked at when it has become rows. */
const isMissing = (value: ParameterValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What the table of answers has beside the key and the outputs. */
export const metadataColumns = [
  ...['DATA', 'PROMPT_TOKENS', 'COMPLETION_TOKENS', 'ALL_TOKENS', 'RAW_DATA', 'ERROR_METADATA'],
  ...['SYSTEM_PROMPT', 'USER_PROMPT', 'MODEL_NAME', 'PROVIDER_NAME'],
]

function nameFaults({ target, outputs, source }: Pick<PromptSettings, 'target' | 'outputs' | 'source'>) {
  const taken = [...metadataColumns, source.keyColumn].map((name) => name.toLowerCase())
  const columns = target.outputColumns ? outputs.map(({ name }) => name) : []
  const both = columns.filter((name) => taken.includes(name.toLowerCase()))
  const key = metadataColumns.includes(source.keyColumn.toUpperCase()) ? [source.keyColumn] : []
  return [...both, ...key].map((name) => `The table of answers would have two columns "${name}"`)
}

const cellsOf = (value: ParameterValue | undefined): readonly (readonly string[])[] =>
  Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? row.map(rawText) : [rawText(row)])) : []
