import { wholeNumberFault } from '../../common/numbers.ts'
import { isJson, withoutExpressions } from './payload.ts'

/** The specification's words for this fault (Errors 5). */
export const invalidPayload = 'Payload is not valid JSON'
export const DEFAULT_TIMEOUT_SECONDS = 60
const timeoutRange = { least: 1, most: 3600 }

export type PropertySet = 'A' | 'B'

/** What the rules look at; the schema in properties.ts says what each is. */
export interface WebhookSettings {
  readonly incomingWebhookUrl?: string | undefined
  readonly payloadTemplate?: string | undefined
  readonly url?: string | undefined
  readonly payload?: string | undefined
  readonly payloadVariables?: readonly (readonly string[])[] | undefined
  readonly timeout?: string | undefined
}

const setOfWarehouse: Readonly<Record<string, PropertySet>> = {
  SNOWFLAKE: 'A',
  DATABRICKS: 'A',
  REDSHIFT: 'A',
  BIGQUERY: 'B',
}

/** The set the project's warehouse prescribes; with any other warehouse, the one whose keys are there. */
export function propertySet(parameters: WebhookSettings, warehouse: string | undefined): PropertySet {
  const prescribed = setOfWarehouse[warehouse ?? '']
  if (prescribed !== undefined) return prescribed
  return isGiven(parameters.incomingWebhookUrl) || parameters.payloadTemplate !== undefined ? 'A' : 'B'
}

/**
 * What is wrong with the address and timeout; asked by validation and again when the step runs. The template
 * is only where the payload came from: it may have been renamed or deleted since.
 */
export function settingFaults(parameters: WebhookSettings, warehouse: string | undefined): readonly string[] {
  if (propertySet(parameters, warehouse) === 'A') {
    return [
      ...urlFaults('Incoming Webhook URL', parameters.incomingWebhookUrl),
      ...surplus(parameters, 'url', 'URL', 'Incoming Webhook URL'),
    ]
  }
  return [
    ...urlFaults('URL', parameters.url),
    ...wholeNumberFault('Timeout (seconds)', parameters.timeout, timeoutRange),
    ...surplus(parameters, 'incomingWebhookUrl', 'Incoming Webhook URL', 'URL'),
  ]
}

/**
 * All that can be said before the step runs. An expression in the payload is taken for something that fits.
 */
export function webhookFaults(parameters: WebhookSettings, warehouse: string | undefined): readonly string[] {
  const faults = [...settingFaults(parameters, warehouse)]
  const { payload, payloadVariables } = parameters
  if (typeof payload !== 'string') return faults
  const set = propertySet(parameters, warehouse)
  if (!isJson(withoutExpressions(payload, set === 'B'))) faults.push(invalidPayload)
  if (set === 'B' && Array.isArray(payloadVariables)) {
    for (const [name = ''] of payloadVariables) {
      if (payload.includes(`{{${name}}}`) || payload.includes('${')) continue
      faults.push(`Payload variables name "${name}", but the payload has no {{${name}}}`)
    }
  }
  return faults
}

const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

function urlFaults(title: string, url: string | undefined): readonly string[] {
  if (!isGiven(url) || url === undefined) return [`${title} is missing`]
  const address = url.trim()
  if (address.startsWith('${')) return [] // known when the step runs
  if (!/^https?:\/\//i.test(address)) return [`${title} must start with http:// or https://`]
  if (hasCredentials(address)) return [`${title} must not contain a user name or password`]
  return address.includes('${') || URL.canParse(address)
    ? []
    : [`${title} is not an address that can be reached`]
}

/**
 * Also where an expression stands in their place. Messages and logs of steps are read by more people than
 * pipelines.
 */
function hasCredentials(address: string): boolean {
  if (/^https?:[\\/]*[^\\/?#]*@/i.test(address)) return true
  const url = URL.parse(address)
  return url !== null && (url.username !== '' || url.password !== '')
}

/** Two addresses would leave open which one is meant. */
const surplus = (
  given: WebhookSettings,
  key: 'url' | 'incomingWebhookUrl',
  title: string,
  instead: string,
) => (isGiven(given[key]) ? [`${title} ("${key}") does not belong here; this webhook uses ${instead}`] : [])
