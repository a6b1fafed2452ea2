import { Ajv2020 } from 'ajv/dist/2020.js'
import type { RunEvent } from '../../src/features/lineage/schema.ts'

/**
 * What OpenLineage requires of the events and facets that we make, written down from its specification
 * (https://openlineage.io/spec/2-0-2/OpenLineage.json, and the address of each facet).
 */
const baseFacet = {
  type: 'object',
  properties: {
    _producer: { type: 'string', format: 'uri' },
    _schemaURL: { type: 'string', format: 'uri' },
    _deleted: { type: 'boolean' },
  },
  required: ['_producer', '_schemaURL'],
}
const facets = { type: 'object', additionalProperties: baseFacet }
const text = { type: 'string' }

const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const dataset = (own: object = {}) =>
  object({ namespace: text, name: text, facets, ...own }, ['namespace', 'name'])
const runId = { type: 'string', format: 'uuid' }
const job = object({ namespace: text, name: text })

/** Of a RunEvent. */
const runEventSchema = object(
  {
    eventType: { enum: ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] },
    eventTime: { type: 'string', format: 'date-time' },
    producer: { type: 'string', format: 'uri' },
    schemaURL: { const: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent' },
    run: object({ runId, facets }, ['runId']),
    job: object({ namespace: text, name: text, facets }, ['namespace', 'name']),
    inputs: { type: 'array', items: dataset({ inputFacets: facets }) },
    outputs: { type: 'array', items: dataset({ outputFacets: facets }) },
  },
  ['eventTime', 'producer', 'schemaURL', 'run', 'job'],
)

/** A facet with members of its own, and where the specification has its schema. */
function facet(path: string, own: ReturnType<typeof object>) {
  const name = path.slice(path.indexOf('/') + 1)
  return {
    url: `https://openlineage.io/spec/facets/${path}.json#/$defs/${name}`,
    schema: {
      type: 'object',
      properties: { ...baseFacet.properties, ...own.properties },
      required: [...baseFacet.required, ...own.required],
    },
  }
}

/** By the name of the facet in an event. */
export const facetSchemas = {
  parent: facet(
    '1-2-0/ParentRunFacet',
    object({ run: object({ runId }), job, root: object({ run: object({ runId }), job }) }, ['run', 'job']),
  ),
  errorMessage: facet(
    '1-0-1/ErrorMessageRunFacet',
    object({ message: text, programmingLanguage: text, stackTrace: text }, [
      'message',
      'programmingLanguage',
    ]),
  ),
  jobType: facet(
    '2-0-4/JobTypeJobFacet',
    object({ processingType: text, integration: text, jobType: text }, ['processingType', 'integration']),
  ),
  sql: facet('1-1-0/SQLJobFacet', object({ query: text, dialect: text }, ['query'])),
  schema: facet(
    '1-2-0/SchemaDatasetFacet',
    object(
      {
        fields: {
          type: 'array',
          items: object({ name: text, type: text, description: text }, ['name']),
        },
      },
      [],
    ),
  ),
  columnLineage: facet(
    '1-2-0/ColumnLineageDatasetFacet',
    object({
      fields: {
        type: 'object',
        additionalProperties: object({
          inputFields: { type: 'array', items: object({ namespace: text, name: text, field: text }) },
        }),
      },
    }),
  ),
  outputStatistics: facet(
    '1-0-2/OutputStatisticsOutputDatasetFacet',
    object({ rowCount: { type: 'integer' }, size: { type: 'integer' }, fileCount: { type: 'integer' } }, []),
  ),
} as const

const ajv = new Ajv2020({
  allErrors: true,
  formats: {
    uri: (text) => URL.canParse(text),
    uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  },
})
const isEvent = ajv.compile(runEventSchema)
const facetChecks = new Map(
  Object.entries(facetSchemas).map(([name, { schema, url }]) => [name, { check: ajv.compile(schema), url }]),
)

/** What the schemas say against an event, and against each of its facets. */
export function openLineageFaults(event: RunEvent): string[] {
  const faults = isEvent(event) ? [] : [ajv.errorsText(isEvent.errors)]
  const facets = [
    ...Object.entries(event.run.facets),
    ...Object.entries(event.job.facets),
    ...event.inputs.flatMap((one) => Object.entries(one.facets)),
    ...event.outputs.flatMap((one) => [
      ...Object.entries(one.facets),
      ...Object.entries(one.outputFacets ?? {}),
    ]),
  ]
  for (const [name, facet] of facets) {
    const known = facetChecks.get(name)
    if (known === undefined) faults.push(`${name} is no facet of the specification`)
    else if (!known.check(facet)) faults.push(`${name}: ${ajv.errorsText(known.check.errors)}`)
    else if (facet._schemaURL !== known.url) faults.push(`${name} names the schema ${facet._schemaURL}`)
  }
  return faults
}
