import { expect, test } from 'vitest'
import { componentCatalog } from '../../catalog.ts'

function faultsOf(type: string, parameters: object) {
  const component = {
    name: 'Ask',
    type,
    parameters: { componentName: 'Ask', ...parameters } as never,
    transitions: {},
    sources: [],
    iterationTarget: undefined,
    postProcessing: undefined,
    skipped: false,
    line: 1,
  }
  return componentCatalog.parameterFaults(component, {})?.map(({ message }) => message)
}

const place = { database: '[Environment Default]', schema: '[Environment Default]' }
const rest = {
  source: { snowflake: { ...place, table: 'reviews', keyColumn: 'id', limit: '1000' } },
  promptContext: {
    userContext: '',
    inputs: [['review', '']],
    outputFormat: 'JSON',
    outputs: [['rating', 'From 1 to 5']],
  },
  destination: { snowflake: { ...place, table: 'rated', createTableOptions: 'Replace if Table Exists' } },
  ragConfig: { isRagEnabled: 'No' },
}
const sampling = { temperature: '1', topP: '1', n: '1', maxTokens: null }

test('the blocks that files have are right, the oldest ones too', () => {
  const openAI = { model: 'gpt-4', apiKey: 'OpenAI-Key', ...sampling }
  const azure = {
    endpoint: 'https://x.openai.azure.com/',
    deploymentName: 'deploy',
    apiKey: 'k',
    ...sampling,
  }
  const amazon = { model: 'amazon.titan-text-express-v1', temperature: '0.5', topP: '0.9', maxTokens: '512' }
  const aws = { region: 'us-east-1', modelCategory: 'Amazon', amazon }
  expect(faultsOf('openai-ai-prompt', { openAI, ...rest })).toEqual([])
  expect(faultsOf('azure-ai-prompt', { azure, ...rest })).toEqual([])
  expect(faultsOf('aws-ai-prompt', { aws, ...rest })).toEqual([])
  expect(faultsOf('ai-prompt', { service: { provider: 'OpenAI', openAI }, ...rest })).toEqual([])
  const text = { ...rest, promptContext: { ...rest.promptContext, outputFormat: 'Text', outputs: null } }
  expect(faultsOf('openai-ai-prompt', { openAI, ...text })).toEqual([])
})

test('every fault has its sentence', () => {
  expect(faultsOf('ai-prompt', {})).toEqual([
    'Inputs ("inputs") of Prompt contain no column',
    'Outputs ("outputs") of Prompt are missing: JSON needs at least one',
    'Choose the model in one of the blocks "openAI", "azure", "aws"',
    'The table of Source ("source") is missing',
    'The Key Column of Source ("source") is missing',
    'The table of Destination ("destination") is missing',
  ])
  const openAI = { model: 'm', endpoint: 'ftp://x', temperature: 'hot', topP: '2', n: '0' }
  expect(faultsOf('ai-prompt', { ...rest, openAI })).toEqual([
    'The Endpoint of OpenAI ("openAI") must start with http:// or https://',
    'Temperature of OpenAI ("openAI") is "hot"; it must be a number from 0 to 2',
    'Top P of OpenAI ("openAI") is "2"; it must be a number from 0 to 1',
    'N of OpenAI ("openAI") is "0"; it must be a whole number from 1 to 128',
  ])
  const priced = { ...rest, openAI: { model: 'm', apiKey: 'k' }, maxCost: '1', concurrency: '99' }
  expect(faultsOf('ai-prompt', { ...priced, ragConfig: { isRagEnabled: 'Yes' } })).toEqual([
    'Retrieval ("ragConfig") is not available: join what the model should know to the source table',
    'Cost Limit ("maxCost") needs "inputPrice" and "outputPrice"',
    'Concurrency ("concurrency") is "99"; it must be a whole number from 1 to 32',
  ])
  const outputs = [
    ['data', 'x'],
    ['Data', 'y'],
  ]
  const destination = { table: 't', outputColumns: 'Yes', createTableOptions: 'Merge' }
  const named = { ...rest, destination, promptContext: { inputs: [['a']], outputs } }
  expect(faultsOf('ai-prompt', { ...named, openAI: { model: 'm', apiKey: 'k' } })).toEqual([
    'Outputs ("outputs") of Prompt name "data" twice',
    'Create Table Options ("createTableOptions") is "Merge"; it must be one of: Fail if Table Exists, Replace if Table Exists, Truncate, Append',
    'The table of answers would have two columns "data"',
    'The table of answers would have two columns "Data"',
  ])
})

test('a block must be one', () => {
  expect(faultsOf('ai-prompt', { ...rest, openAI: 'gpt-4' })).toContain(
    'OpenAI ("openAI") must be a block of parameters',
  )
  expect(faultsOf('ai-prompt', { ...rest, openAI: { model: ['m'], apiKey: 'k' } })).toContain(
    'OpenAI ("openAI"): Model ("model") must be text',
  )
})
