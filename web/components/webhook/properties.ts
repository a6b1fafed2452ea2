import { invalidPayload, isPayload, payloadNames } from './payload.ts'

/**
 * Which properties a Webhook Post has (specification, "Webhook Post component properties"): set A on three
 * warehouses, set B on the fourth; the others take either (decisions.md §13).
 */
export type PropertySet = 'A' | 'B'

/** The default template: a payload written from scratch. An installation may have more. */
export const customTemplate = '[Custom]'
export const defaultTimeout = '60'
const MAX_TIMEOUT = 3_600

const setOfWarehouse: Readonly<Record<string, PropertySet>> = {
  SNOWFLAKE: 'A',
  DATABRICKS: 'A',
  REDSHIFT: 'A',
  BIGQUERY: 'B',
}

/** The set that a project's warehouse prescribes; undefined where a webhook may have either. */
export const prescribedSet = (warehouse: string): PropertySet | undefined => setOfWarehouse[warehouse]

/** What the editor holds. */
export interface WebhookProperties {
  readonly name: string
  readonly set: PropertySet
  /** The Incoming Webhook URL of set A, the URL of set B. */
  readonly url: string
  readonly payloadTemplate: string
  readonly payload: string
  /** Rows of name and value. */
  readonly payloadVariables: readonly (readonly string[])[]
  readonly timeout: string
}

type Parameters = Readonly<Record<string, unknown>>

/**
 * The set that counts for a file; where the warehouse leaves it open, the one that its parameters belong to.
 */
export function setOf(parameters: Parameters, warehouse: string): PropertySet {
  const isA = isText(parameters['incomingWebhookUrl']) || parameters['payloadTemplate'] !== undefined
  return prescribedSet(warehouse) ?? (isA ? 'A' : 'B')
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

/** What the file says, with the defaults where it says nothing. */
export function propertiesOf(name: string, parameters: Parameters, warehouse: string): WebhookProperties {
  const text = (key: string, otherwise = '') =>
    typeof parameters[key] === 'string' && parameters[key] !== '' ? parameters[key] : otherwise
  const set = setOf(parameters, warehouse)
  const rows = parameters['payloadVariables']
  return {
    name,
    set,
    url: text(set === 'A' ? 'incomingWebhookUrl' : 'url', text(set === 'A' ? 'url' : 'incomingWebhookUrl')),
    payloadTemplate: text('payloadTemplate', customTemplate),
    payload: text('payload'),
    payloadVariables: Array.isArray(rows) ? rows.filter(Array.isArray).map((row) => row.map(String)) : [],
    timeout: text('timeout', defaultTimeout),
  }
}

/** The parameters that a file states for these properties; those that the editor does not know stay. */
export function parametersFrom(properties: WebhookProperties, before: Parameters): Record<string, unknown> {
  const { name, set, url, payloadTemplate, payload, payloadVariables, timeout } = properties
  const own = ['incomingWebhookUrl', 'payloadTemplate', 'url', 'payloadVariables', 'timeout', 'payload']
  const kept = Object.entries(before).filter(([key]) => !own.includes(key) && key !== 'componentName')
  const ofSet =
    set === 'A'
      ? { incomingWebhookUrl: url, payloadTemplate, payload }
      : { url, payload, payloadVariables: rowsOf(payloadVariables), timeout }
  return { componentName: name, ...ofSet, ...Object.fromEntries(kept) }
}

const rowsOf = (rows: WebhookProperties['payloadVariables']): string[][] =>
  rows.filter(([name = '', value = '']) => name !== '' || value !== '').map(([n = '', v = '']) => [n, v])

/** What is wrong, by property, in the words of the specification. */
export function webhookFaults(
  properties: WebhookProperties,
): Partial<Record<keyof WebhookProperties, string>> {
  const { name, set, url, payload, payloadVariables, timeout } = properties
  const faults: Partial<Record<keyof WebhookProperties, string>> = {}
  if (name.trim() === '') faults.name = 'Give the component a name'
  const address = url.trim()
  if (!address.startsWith('${') && !/^https?:\/\//i.test(address)) {
    faults.url = `${urlTitle(set)} must start with http:// or https://`
  }
  if (!isPayload(payload, set === 'B')) faults.payload = invalidPayload
  if (set === 'A') return faults
  if (!isSeconds(timeout)) faults.timeout = `This must be a whole number from 1 to ${MAX_TIMEOUT}`
  const names = payloadNames(payload)
  const unknown = rowsOf(payloadVariables).find(([row = '']) => !names.includes(row.trim()))
  if (unknown !== undefined && !payload.includes('${')) {
    faults.payloadVariables =
      unknown[0] === '' ? 'Choose a name for each value' : `The payload has no {{${unknown[0]}}}`
  }
  return faults
}

export const urlTitle = (set: PropertySet): string => (set === 'A' ? 'Incoming Webhook URL' : 'URL')

const isSeconds = (text: string): boolean =>
  text.includes('${') || (/^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_TIMEOUT)
