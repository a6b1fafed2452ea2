import Type from 'typebox'
import type { Parameters } from '../../../pipeline/model.ts'
import { block, choice, rows, text, yesNo } from '../../common/properties.ts'
import { placeProperties } from '../../common/table-location-properties.ts'
import type { ComponentProperties } from '../../component.ts'
import { promptSettings } from './settings.ts'

/** Files hold these keys once more below the name of their warehouse. */
const platforms = {
  snowflake: Type.Unsafe<unknown>({ title: 'Snowflake', description: 'The same keys as above' }),
  databricks: Type.Unsafe<unknown>({ title: 'Databricks', description: 'The same keys as above' }),
  redshift: Type.Unsafe<unknown>({ title: 'Amazon Redshift', description: 'The same keys as above' }),
}

const common = {
  apiKey: text('API Key', 'Name of a secret'),
  temperature: text('Temperature'),
  topP: text('Top P'),
  n: text('N', 'Answers for each row, 1 by default'),
  maxTokens: text('Max Tokens', 'Maximum tokens of one answer'),
  jsonMode: choice('JSON Mode', ['Prompt', 'Object', 'Schema']),
}

const openAI = block('OpenAI', {
  connection: text(
    'Connection',
    'Name of a connection to OpenAI-compatible models, instead of endpoint and key',
  ),
  endpoint: text('Endpoint', 'Base URL before /chat/completions, https://api.openai.com/v1 by default'),
  model: text('Model'),
  userProvidedModel: text('Custom Model Name', 'If Model is [Custom]'),
  ...common,
})

const azure = block('Azure OpenAI', {
  endpoint: text('Endpoint'),
  deploymentName: text('Deployment Name'),
  apiVersion: text('API Version', '2024-10-21 by default'),
  ...common,
})

const aws = block('Amazon Bedrock', {
  region: text('Region'),
  modelCategory: text('Model Category', 'The block below that contains the model'),
  model: text('Model', 'If no block of a category contains it'),
  temperature: text('Temperature'),
  topP: text('Top P'),
  maxTokens: text('Max Tokens', 'Maximum tokens of one answer'),
  accessKeyId: text('Access Key Id', 'Name of a secret, aws-access-key-id by default'),
  secretAccessKey: text('Secret Access Key', 'Name of a secret, aws-secret-access-key by default'),
  sessionToken: text('Session Token', 'Name of a secret, aws-session-token by default'),
  endpoint: text('Endpoint', "In place of Amazon's own"),
})

const properties = Type.Object({
  openAI: Type.Optional(openAI),
  azure: Type.Optional(azure),
  aws: Type.Optional(aws),
  service: Type.Optional(
    Type.Unsafe<unknown>({
      title: 'Service',
      description: 'In older files, it contains the block of the service',
    }),
  ),
  source: Type.Optional(
    block('Source', {
      ...placeProperties,
      table: text('Table'),
      keyColumn: text('Key Column'),
      limit: text('Limit', 'Most rows'),
      ...platforms,
    }),
  ),
  promptContext: Type.Optional(
    block('Prompt', {
      userContext: text('User Context', 'Instructions that come before every row'),
      inputs: rows('Inputs', 'column', 'name for the model', 'type'),
      outputFormat: choice('Output Format', ['JSON', 'TEXT']),
      outputs: rows('Outputs', 'name', 'what to answer'),
    }),
  ),
  destination: Type.Optional(
    block('Destination', {
      ...placeProperties,
      table: text('Table'),
      createTableOptions: text(
        'Create Table Options',
        'Fail if Table Exists, Replace if Table Exists, Truncate or Append',
      ),
      outputColumns: yesNo('A Column for Each Output'),
      ...platforms,
    }),
  ),
  ragConfig: Type.Optional(block('Retrieval', { isRagEnabled: yesNo('Retrieval') })),
  concurrency: Type.Optional(text('Concurrency', 'Requests at a time, 4 by default, at most 32')),
  requestTimeout: Type.Optional(text('Request Timeout (seconds)', '300 by default')),
  maxTotalTokens: Type.Optional(text('Token Limit', 'Stops when this many are used')),
  maxCost: Type.Optional(text('Cost Limit', 'Stops when this much is spent; requires the prices')),
  inputPrice: Type.Optional(text('Price of Prompts', 'Per million tokens')),
  outputPrice: Type.Optional(text('Price of Answers', 'Per million tokens')),
})

export const declaration: ComponentProperties<typeof properties> = {
  types: ['ai-prompt', 'openai-ai-prompt', 'azure-ai-prompt', 'aws-ai-prompt'],
  title: 'AI Prompt',
  summary: 'Asks a language model about every row of a table and writes its answers to another',
  properties,
  effects: 'outside',
  validate: (parameters) => promptSettings(parameters).faults,
  assets: (parameters) => {
    const { source, target } = promptSettings(parameters as Parameters).settings
    return {
      reads: source.table.table === '' ? [] : [{ table: source.table }],
      writes: target.table.table === '' ? [] : [{ table: target.table }],
    }
  },
}
