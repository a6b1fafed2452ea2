import { pipelineSchema } from './pipeline-schema.ts'

type JsonSchema = { readonly [keyword: string]: unknown }

const scalar = { type: ['string', 'number', 'boolean', 'null'] }
const text = (description: string): JsonSchema => ({ type: ['string', 'number', 'boolean'], description })
const whole = (description: string, minimum = 0): JsonSchema => ({ type: 'integer', minimum, description })
const rows = (description: string): JsonSchema => ({
  description,
  type: 'array',
  items: { type: 'array', items: scalar },
})

const block = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  description,
  type: ['object', 'null'],
  properties,
  additionalProperties: false,
})

/** Any names, each with a value of this shape. */
const named = (description: string, entry: JsonSchema): JsonSchema => ({
  description,
  type: ['object', 'null'],
  additionalProperties: entry,
})

const expectedRows = {
  columns: {
    type: 'array',
    items: { type: 'string' },
    description: 'Columns to compare; all by default',
  },
  rows: rows('All rows, in any order'),
  count: whole('Expected number of rows'),
  ordered: { type: 'boolean', description: 'Whether the order of the rows counts' },
}

const run = block('The pipeline that is tested', {
  orchestration: text('Its path from the top of the repository'),
  transformation: text('Its path from the top of the repository'),
  variables: named('Values of its PUBLIC variables; a list of rows for a grid', {
    type: [...scalar.type, 'array'],
  }),
})

const table = block('A table that exists before the run', {
  columns: named('Types by the names of the columns', text('A type, e.g. NUMBER(10,2)')),
  rows: rows('Its rows'),
  file: text('A CSV file with the rows, relative to the test; its first line names the columns'),
})

const webhook = block('An address to which the test responds', {
  url: text('The URL that the pipeline calls'),
  status: { ...whole('Status of the response; 200 by default', 200), maximum: 599 },
  body: { description: 'Body of the response: text or JSON' },
})

const variable = {
  anyOf: [
    scalar,
    block('A grid', { columns: { type: 'array', items: { type: 'string' } }, rows: rows('Its rows') }),
  ],
}

const expected = block('What must be true afterwards', {
  status: { enum: ['SUCCESS', 'FAILED'], description: 'How the run ends; SUCCESS by default' },
  message: text('Part of the message with which the run ends'),
  tables: named('Tables by their names', block('A table', { exists: { type: 'boolean' }, ...expectedRows })),
  queries: {
    type: 'array',
    items: { ...block('A query', { sql: text('The query'), ...expectedRows }), required: ['sql'] },
  },
  variables: named('Variables as the run leaves them', { type: [...scalar.type, 'array'] }),
  steps: named(
    'Steps by their names',
    block('A step', {
      pipeline: text('Only steps of this pipeline'),
      status: { enum: ['SUCCESS', 'FAILED', 'SKIPPED', 'CANCELLED'] },
      message: text('Part of its message'),
      rowCount: whole('Number of rows that it counts'),
      gates: named('Results of its gates, by their names', { enum: ['PASSED', 'FAILED'] }),
      runs: whole('Number of times it runs'),
    }),
  ),
  webhooks: named(
    'Webhooks by their names',
    block('A webhook', {
      count: whole('Number of requests'),
      bodies: {
        type: 'array',
        description: 'Members of their bodies; others may have any value',
      },
    }),
  ),
})

/** The JSON Schema of the file of a test: an orchestration, with what prepares and checks. */
export function testSchema(): JsonSchema {
  const { properties, definitions, $schema } = pipelineSchema('orchestration')
  const { version, pipeline } = properties as JsonSchema
  return {
    $schema,
    title: 'Headrace test',
    type: 'object',
    required: ['type', 'test'],
    properties: {
      type: { enum: ['test'], description: 'The same as in the file extension' },
      version,
      pipeline,
      test: block('What exists before, what runs, and what must be true afterwards', {
        run,
        environment: text('Name of the environment; Test by default'),
        variables: named(
          'Variables of the project; ${files} in a value is the folder of the files',
          variable,
        ),
        secrets: named('Values of secrets by their names', text('A value, which is not secret')),
        now: text('The time at which the run begins, e.g. 2026-03-01T06:00:00Z'),
        timeoutSeconds: { ...whole('60 by default', 1), maximum: 3_600 },
        tables: named('Tables by their names: table or schema.table', table),
        files: named(
          'Files of the environment by their names',
          text('Source of each file, relative to the test'),
        ),
        webhooks: named('Addresses by names that you choose', webhook),
        expect: expected,
      }),
    },
    definitions,
  }
}
