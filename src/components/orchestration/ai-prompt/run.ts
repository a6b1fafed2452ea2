import { errorText } from '../../../lib/error-text.ts'
import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { ColumnDescription, StatementOptions, Warehouse } from '../../../warehouses/warehouse.ts'
import { awsCredentials } from '../../common/aws.ts'
import { failure, success } from '../../common/outcome.ts'
import { ServiceError } from '../../common/service-call.ts'
import { shownTable, withWarehouse } from '../../common/sql.ts'
import { component, type StepContext } from '../../component.ts'
import { createLoad, TableExistsError } from '../modular-api-extract-input-v2/load.ts'
import { type Asked, answerFields, createRowKeys } from './answer-row.ts'
import { askRows, PromptError, type Totals } from './ask-rows.ts'
import { createModel, type Model } from './model.ts'
import type { ModelSettings } from './model-settings.ts'
import { systemPrompt, userPrompt } from './prompt.ts'
import { declaration } from './properties.ts'
import { createSavedAnswers } from './saved-answers.ts'
import { type Output, type PromptSettings, promptSettings } from './settings.ts'
import { createSpending } from './spending.ts'

const LOOKED_UP_AT_ONCE = 100

export const run = component(declaration, async (context, parameters): Promise<Outcome> => {
  const { settings, faults } = promptSettings(parameters as never)
  if (faults.length > 0) return failure(faults.join('. '))
  const asked = await askedModel(context, settings)
  if ('fault' in asked) return failure(asked.fault)
  const { model } = asked
  return withWarehouse(context, async (warehouse, options) => {
    const source = await sourceColumns(warehouse, options, settings)
    if ('fault' in source) return failure(source.fault)
    return answerTable({ context, settings: asked.settings, model, warehouse, options, source })
  })
})

type Asking = { readonly model: Model; readonly settings: PromptSettings } | { readonly fault: string }

/** The model with its credentials; the settings then say which one it is, where a connection said it. */
async function askedModel(context: StepContext, settings: PromptSettings): Promise<Asking> {
  const { model, outputs } = settings
  if (model.kind === 'openai' && model.connection !== '') return connectedModel(context, settings, model)
  const found = await modelOf(context, model, outputs)
  return 'fault' in found ? found : { model: found, settings }
}

async function connectedModel(
  context: StepContext,
  settings: PromptSettings,
  model: Extract<ModelSettings, { kind: 'openai' }>,
): Promise<Asking> {
  const { connection: name } = model
  try {
    const connection = await context.connection(name)
    if (connection === undefined) return { fault: `There is no connection ${name}` }
    if (connection.authProvider !== 'OPENAI_COMPATIBLE')
      return { fault: `The connection ${name} is of type ${connection.authProvider}, not OPENAI_COMPATIBLE` }
    const { baseUrl = '', apiKey = '', model: usual = '' } = connection.properties
    const connected = { ...model, endpoint: String(baseUrl), model: model.model || String(usual) }
    if (connected.model === '') return { fault: `Neither the connection ${name} nor "openAI" names a model` }
    return {
      model: createModel(connected, { apiKey: String(apiKey) }, settings.outputs),
      settings: { ...settings, model: connected },
    }
  } catch (error) {
    context.signal.throwIfAborted()
    return { fault: errorText(error) }
  }
}

async function modelOf(
  context: StepContext,
  model: ModelSettings,
  outputs: readonly Output[],
): Promise<Model | { readonly fault: string }> {
  if (model.kind === 'aws') {
    const credentials = await awsCredentials(context, model.keys)
    return 'fault' in credentials ? credentials : createModel(model, credentials, outputs)
  }
  const apiKey = model.apiKey === '' ? '' : (await context.secret(model.apiKey))?.trim()
  if (apiKey === undefined) return { fault: `There is no secret named "${model.apiKey}" for the API key` }
  return createModel(model, { apiKey }, outputs)
}

interface Source {
  readonly key: ColumnDescription
  /** The names of the columns for the model, as the database writes them. */
  readonly inputs: readonly string[]
}

/** Files were written for databases that change the case of names, so names are found in any. */
async function sourceColumns(
  warehouse: Warehouse,
  options: StatementOptions,
  { source, inputs }: PromptSettings,
): Promise<Source | { readonly fault: string }> {
  const columns = await warehouse.describe(source.table, options)
  if (columns === undefined) return { fault: `There is no table ${shownTable(source.table)}` }
  const find = (wanted: string) =>
    columns.find(({ name }) => name === wanted) ??
    columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const wanted = [source.keyColumn, ...inputs.map(({ column }) => column)]
  const missing = [...new Set(wanted.filter((name) => find(name) === undefined))]
  const key = find(source.keyColumn)
  if (key === undefined || missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ')
    return { fault: `The table ${shownTable(source.table)} has no column ${names}` }
  }
  return { key, inputs: inputs.map(({ column }) => find(column)?.name ?? column) }
}

interface Answering {
  readonly context: StepContext
  readonly settings: PromptSettings
  readonly model: Model
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly source: Source
}

async function answerTable(answering: Answering): Promise<Outcome> {
  const { context, settings, model, warehouse, options, source } = answering
  const { table, mode } = settings.target
  const key = context.idempotencyKey
  const columns = answerFields(settings, source.key)
  const load = createLoad({ warehouse, options, table, mode, key, columns })
  const saved = createSavedAnswers(warehouse, options, table, key)
  const spending = createSpending(settings.limits)
  try {
    const before = await load.begin()
    if (before !== undefined)
      return success(
        `${shownTable(table)} was already written by an earlier attempt whose result was unknown`,
        {
          rowCount: before.rows,
          changes: { inserted: before.rows, updated: 0, deleted: before.deleted },
        },
      )
    await saved.open()
    const totals = await askRows({ context, settings, model, spending, saved, load }, questions(answering))
    const { rows, deleted } = await load.finish()
    await saved.forget()
    const are = rows === 1 ? '1 answer is' : `${rows} answers are`
    const message = `${are} in ${shownTable(table)}: ${settings.model.model}, ${spending.shown()}`
    return success(`${message}${remarks(totals)}`, {
      rowCount: rows,
      changes: { inserted: rows, updated: 0, deleted },
    })
  } catch (error) {
    if (!expected.some((kind) => error instanceof kind)) throw error
    return failure(`${(error as Error).message}. Used: ${spending.shown()}`)
  } finally {
    await load.abandon()
  }
}

const expected = [PromptError, ServiceError, TableExistsError]

function remarks({ kept, faulty }: Totals): string {
  const kinds = [
    ...(kept > 0 ? [`${kept} of an earlier attempt`] : []),
    ...(faulty > 0 ? [`${faulty} with ERROR_METADATA`] : []),
  ]
  return kinds.length === 0 ? '' : ` (${kinds.join(', ')})`
}

/**
 * The rows of the source as they are read, in the order of their key, so that a limit means the same rows
 * every time.
 */
async function* questions({ settings, warehouse, options, source }: Answering): AsyncGenerator<Asked[]> {
  const { quoteName, quoteTable } = warehouse
  const { table, limit } = settings.source
  const keyOf = createRowKeys(settings)
  const system = systemPrompt(settings)
  const sql = [
    `select ${[source.key.name, ...source.inputs].map(quoteName).join(', ')}`,
    `from ${quoteTable(table)} order by ${quoteName(source.key.name)}`,
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ].join('\n')
  const { batches } = await warehouse.query(sql, options)
  for await (const batch of batches) {
    for (let from = 0; from < batch.length; from += LOOKED_UP_AT_ONCE) {
      yield batch.slice(from, from + LOOKED_UP_AT_ONCE).map(([keyCell = null, ...cells]) => {
        const question = { system, user: userPrompt(settings.inputs, cells) }
        return { key: keyOf(keyCell, question), keyCell, question }
      })
    }
  }
}
