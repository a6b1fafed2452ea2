import type { Parameters } from '../../../pipeline/model.ts'
import { blockOf, textOf } from '../../common/blocks.ts'
import { numberOf, wholeNumberFault } from '../../common/numbers.ts'

/** How each answer is made. What is undefined is left to the model's own default. */
export interface Sampling {
  readonly temperature: number | undefined
  readonly topP: number | undefined
  readonly maxTokens: number | undefined
  /** Answers for each row. */
  readonly n: number
  /** How JSON is asked for: in words alone, or by the service's own switch too. */
  readonly jsonMode: 'Prompt' | 'Object' | 'Schema'
}

/** The model that is asked; all keys are names of secrets. */
export type ModelSettings = { readonly sampling: Sampling } & (
  | {
      readonly kind: 'openai'
      /**
       * Name of a connection that says endpoint and key, and the model where none is named. Empty without a
       * connection.
       */
      readonly connection: string
      readonly provider: 'OpenAI'
      readonly endpoint: string
      readonly model: string
      readonly apiKey: string
    }
  | {
      readonly kind: 'azure'
      readonly provider: 'Azure OpenAI'
      readonly endpoint: string
      /** The name of the deployment. */
      readonly model: string
      readonly apiVersion: string
      readonly apiKey: string
    }
  | {
      readonly kind: 'aws'
      readonly provider: 'Amazon Bedrock'
      readonly endpoint: string
      readonly model: string
      readonly region: string
      readonly keys: { readonly id: string; readonly secret: string; readonly token: string }
    }
)

const OPENAI = 'https://api.openai.com/v1'
const AZURE_API_VERSION = '2024-10-21'
const kinds = ['openAI', 'azure', 'aws'] as const

/** Reads the block of the service, which older files hold in `service`. */
export function modelSettings(parameters: Parameters, faults: string[]): ModelSettings {
  const service = blockOf(parameters['service']) ?? {}
  const given = kinds.flatMap((kind) => {
    const found = blockOf(parameters[kind]) ?? blockOf(service[kind])
    return found === undefined ? [] : [{ kind, found }]
  })
  const [first] = given
  if (first === undefined || given.length > 1)
    faults.push(`Choose the model in one of the blocks ${kinds.map((kind) => `"${kind}"`).join(', ')}`)
  if (first === undefined) return openAI({}, [])
  if (first.kind === 'azure') return azure(first.found, faults)
  return first.kind === 'aws' ? aws(first.found, faults) : openAI(first.found, faults)
}

function openAI(given: Parameters, faults: string[]): ModelSettings {
  const stated = textOf(given['model'])
  const model = stated === '' || stated === '[Custom]' ? textOf(given['userProvidedModel']) : stated
  const connection = textOf(given['connection'])
  if (model === '' && connection === '') faults.push('The Model of OpenAI ("openAI") is missing')
  if (connection !== '' && textOf(given['endpoint']) + textOf(given['apiKey']) !== '')
    faults.push('OpenAI ("openAI") has a connection and also an Endpoint or API Key: remove one of them')
  const endpoint = textOf(given['endpoint']) || OPENAI
  faults.push(...addressFaults('The Endpoint of OpenAI ("openAI")', endpoint))
  const apiKey = textOf(given['apiKey'])
  if (apiKey === '' && connection === '' && endpoint === OPENAI)
    faults.push('The API Key of OpenAI ("openAI") is missing')
  return {
    kind: 'openai',
    connection,
    provider: 'OpenAI',
    endpoint,
    model,
    apiKey,
    sampling: samplingOf(given, 'OpenAI ("openAI")', faults),
  }
}

function azure(given: Parameters, faults: string[]): ModelSettings {
  const of = 'Azure OpenAI ("azure")'
  const needed = (key: string, what: string) => {
    if (textOf(given[key]) === '') faults.push(`The ${what} of ${of} is missing`)
    return textOf(given[key])
  }
  const endpoint = needed('endpoint', 'Endpoint')
  if (endpoint !== '') faults.push(...addressFaults(`The Endpoint of ${of}`, endpoint))
  return {
    kind: 'azure',
    provider: 'Azure OpenAI',
    endpoint,
    model: needed('deploymentName', 'Deployment Name'),
    apiVersion: textOf(given['apiVersion']) || AZURE_API_VERSION,
    apiKey: needed('apiKey', 'API Key'),
    sampling: samplingOf(given, of, faults),
  }
}

function aws(given: Parameters, faults: string[]): ModelSettings {
  const of = 'Amazon Bedrock ("aws")'
  const category = textOf(given['modelCategory']).toLowerCase()
  const categories = Object.entries(given).flatMap(([key, value]) => {
    const found = blockOf(value)
    return found === undefined ? [] : [{ key: key.toLowerCase(), found }]
  })
  const chosen = (categories.find(({ key }) => key === category) ?? categories[0])?.found ?? given
  const stated = textOf(chosen['model'])
  const model = stated === '' || stated === '[Custom]' ? textOf(chosen['userProvidedModel']) : stated
  const region = textOf(given['region'])
  if (model === '') faults.push(`The Model of ${of} is missing`)
  if (!/^[a-z0-9-]+$/.test(region) && !region.includes('${'))
    faults.push(`The Region of ${of} is "${region}"; it must be one like us-east-1`)
  const endpoint = textOf(given['endpoint']) || `https://bedrock-runtime.${region}.amazonaws.com`
  if (textOf(given['endpoint']) !== '') faults.push(...addressFaults(`The Endpoint of ${of}`, endpoint))
  return {
    kind: 'aws',
    provider: 'Amazon Bedrock',
    endpoint,
    model,
    region,
    keys: {
      id: textOf(given['accessKeyId']),
      secret: textOf(given['secretAccessKey']),
      token: textOf(given['sessionToken']),
    },
    sampling: samplingOf(chosen, of, faults),
  }
}

function samplingOf(given: Parameters, of: string, faults: string[]): Sampling {
  const amount = (key: string, label: string, most: number): number | undefined => {
    const text = textOf(given[key])
    if (text === '' || text.includes('${')) return undefined
    const number = numberOf(text)
    if (number === undefined || number < 0 || number > most)
      faults.push(`${label} of ${of} is "${text}"; it must be a number from 0 to ${most}`)
    return number
  }
  const whole = (key: string, label: string, most: number): number | undefined => {
    const text = textOf(given[key])
    if (text === '') return undefined
    faults.push(...wholeNumberFault(`${label} of ${of}`, text, { least: 1, most }))
    return numberOf(text)
  }
  const jsonMode = textOf(given['jsonMode'])
  return {
    temperature: amount('temperature', 'Temperature', 2),
    topP: amount('topP', 'Top P', 1),
    maxTokens: whole('maxTokens', 'Max Tokens', 10_000_000),
    n: whole('n', 'N', 128) ?? 1,
    jsonMode: jsonMode === 'Object' || jsonMode === 'Schema' ? jsonMode : 'Prompt',
  }
}

/** An address is shown in messages, so nothing secret may be in it. */
function addressFaults(what: string, address: string): readonly string[] {
  if (address.includes('${')) return []
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return [`${what} must start with http:// or https://`]
  return url.username === '' && url.password === ''
    ? []
    : [`${what} must not contain a user name or password`]
}
