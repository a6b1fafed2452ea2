import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { Parameters } from '../../../pipeline/model.ts'
import { textOf } from '../../common/blocks.ts'
import { loadQuery } from '../../common/load-query.ts'
import { failure, withBytes } from '../../common/outcome.ts'
import { ServiceError } from '../../common/service-call.ts'
import { component, type StepContext } from '../../component.ts'
import type { Field } from '../modular-api-extract-input-v2/fields.ts'
import type { Load } from '../modular-api-extract-input-v2/load.ts'
import { declaration } from './properties.ts'
import { columnOf, elementOf, plainElementOf } from './records.ts'
import { openSalesforce, type Salesforce } from './salesforce.ts'
import { queryFaults, soqlOf } from './soql.ts'

const API_VERSION = '62.0'
const LOG_EVERY_MS = 2_000

export const run = component(declaration, async (context, parameters): Promise<Outcome> => {
  const faults = queryFaults(parameters as Parameters)
  if (faults.length > 0) return failure(faults.join('. '))
  let byteCount = 0
  try {
    const salesforce = await openSalesforce(context, {
      oauth: parameters.authentication,
      instanceUrl: textOf(parameters.instanceUrl),
      isSandbox: parameters.useSandbox === 'Yes',
      apiVersion: textOf(parameters.apiVersion) || API_VERSION,
      counted: (bytes) => {
        byteCount += bytes
      },
    })
    const query = await queryOf(salesforce, parameters as Parameters)
    if ('fault' in query) return failure(query.fault)
    context.log(query.soql)
    const { soql, columns } = query
    const outcome = await loadQuery(context, parameters as Parameters, columns, (load) =>
      readAll(context, salesforce, soql, load, columns),
    )
    return withBytes(outcome, byteCount)
  } catch (error) {
    if (error instanceof ServiceError) return failure(error.message)
    throw error
  }
})

interface Query {
  readonly soql: string
  /** Undefined: those of the first records. */
  readonly columns: readonly Field[] | undefined
}

async function queryOf(
  salesforce: Salesforce,
  parameters: Parameters,
): Promise<Query | { readonly fault: string }> {
  if (textOf(parameters['basicAdvancedMode']) === 'Advanced')
    return { soql: textOf(parameters['sqlQuery']), columns: undefined }
  const object = textOf(parameters['dataSource'])
  const fields = await salesforce.describe(object)
  const find = (name: string) => fields.find((one) => one.name.toLowerCase() === name.toLowerCase())
  const selected = ((parameters['dataSelection'] ?? []) as readonly string[]).map((name) => name.trim())
  const columns = selected.length > 0 ? selected : fields.map(({ name }) => name)
  const unknown = selected.filter((name) => !name.includes('.') && find(name) === undefined)
  if (unknown.length > 0) return { fault: `${object} has no field ${unknown.join(', ')}` }
  const made = soqlOf(
    {
      object,
      columns,
      filters: (parameters['dataSourceFilter'] ?? []) as readonly (readonly string[])[],
      combine: textOf(parameters['combineFilters']) === 'Or' ? 'Or' : 'And',
      limit: textOf(parameters['limit']),
    },
    fields,
  )
  return 'fault' in made ? made : { ...made, columns: columns.map((name) => columnOf(name, find(name))) }
}

/** Every page, one after another: what arrives is loaded before more is read. */
async function readAll(
  context: StepContext,
  salesforce: Salesforce,
  soql: string,
  load: Load,
  columns: readonly Field[] | undefined,
): Promise<void> {
  let rows = 0
  let loggedAt = Date.now()
  for (let page = await salesforce.query(soql); ; page = await salesforce.more(page.next!)) {
    for (const record of page.records) {
      await load.add(columns === undefined ? plainElementOf(record) : elementOf(record, columns))
    }
    rows += page.records.length
    if (Date.now() - loggedAt >= LOG_EVERY_MS) {
      context.log(`${rows} rows so far`)
      loggedAt = Date.now()
    }
    if (page.next === undefined) return
  }
}
