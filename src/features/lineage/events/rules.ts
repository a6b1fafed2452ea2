import { type Dataset, kindOfDataset } from '../../../lib/datasets.ts'
import type { StepLineage } from '../recording/rules.ts'
import type { RunEvent } from '../schema.ts'

/** An execution with what its steps read and wrote. */
export interface RunFacts {
  readonly executionId: string
  readonly accountId: string
  readonly projectId: string
  readonly environmentName: string
  readonly versionName: string
  readonly pipelineName: string
  readonly status: string
  readonly message: string | null
  readonly startedAt: Date
  readonly finishedAt: Date | null
  readonly parent: { readonly executionId: string; readonly pipelineName: string } | null
  readonly steps: readonly RunStep[]
}

interface RunStep {
  readonly rowCount: number | null
  readonly lineage: StepLineage
  readonly statements: readonly string[]
}

const PRODUCER = 'urn:headrace:lineage'
const SPEC = 'https://openlineage.io/spec'
const MAX_SQL_CHARACTERS = 20_000
const MAX_DATASETS = 500

const facet = (path: string, members: object) => ({
  _producer: PRODUCER,
  _schemaURL: `${SPEC}/facets/${path}.json#/$defs/${path.slice(path.indexOf('/') + 1)}`,
  ...members,
})

const namespaceOf = ({ accountId, projectId }: RunFacts): string => `matillion://${accountId}.${projectId}`

/** What is reported when a run begins. */
export const startEvent = (run: RunFacts): RunEvent => eventOf(run, 'START', run.startedAt, {})

/** What is reported when it has ended: what it read and wrote, and why it failed. */
export function endEvent(run: RunFacts): RunEvent {
  const type = run.status === 'SUCCESS' ? 'COMPLETE' : run.status === 'CANCELLED' ? 'ABORT' : 'FAIL'
  return eventOf(run, type, run.finishedAt ?? run.startedAt, {
    ...(type === 'FAIL' && {
      errorMessage: facet('1-0-1/ErrorMessageRunFacet', {
        message: run.message ?? 'It failed',
        programmingLanguage: 'SQL',
      }),
    }),
  })
}

function eventOf(run: RunFacts, eventType: RunEvent['eventType'], at: Date, facets: object): RunEvent {
  const namespace = namespaceOf(run)
  const parent =
    run.parent === null
      ? {}
      : {
          parent: facet('1-2-0/ParentRunFacet', {
            run: { runId: run.parent.executionId },
            job: { namespace, name: run.parent.pipelineName },
          }),
        }
  const sql = [...new Set(run.steps.flatMap(({ statements }) => statements))].join(';\n')
  const { inputs, outputs } = datasetsOf(run)
  return {
    eventType,
    eventTime: at.toISOString(),
    producer: PRODUCER,
    schemaURL: `${SPEC}/2-0-2/OpenLineage.json#/$defs/RunEvent`,
    run: { runId: run.executionId, facets: { ...parent, ...facets } },
    job: {
      namespace,
      name: run.pipelineName,
      facets: {
        jobType: facet('2-0-4/JobTypeJobFacet', {
          processingType: 'BATCH',
          integration: 'HEADRACE',
          jobType: 'PIPELINE',
        }),
        ...(sql !== '' && {
          sql: facet('1-1-0/SQLJobFacet', { query: sql.slice(0, MAX_SQL_CHARACTERS) }),
        }),
      },
    },
    inputs,
    outputs,
  }
}

const keyOf = ({ namespace, name }: Dataset) => `${namespace}\n${name}`

/** What the run read, and what it wrote with columns, where they come from, and how many rows. */
function datasetsOf({ steps }: RunFacts): Pick<RunEvent, 'inputs' | 'outputs'> {
  const reads = new Map<string, Dataset>()
  const writes = new Map<string, Written>()
  for (const { lineage, rowCount } of steps) {
    for (const one of lineage.reads) reads.set(keyOf(one), one)
    for (const one of lineage.writes) {
      const known = writes.get(keyOf(one)) ?? {
        dataset: one,
        columns: undefined,
        rows: undefined,
        fields: new Map(),
      }
      known.columns = one.columns ?? known.columns
      if (lineage.writes.length === 1 && rowCount !== null) known.rows = (known.rows ?? 0) + rowCount
      writes.set(keyOf(one), known)
    }
    for (const { from, to, columns } of lineage.edges)
      for (const [column, sources] of Object.entries(columns)) {
        const fields = writes.get(keyOf(to))?.fields
        const known = fields?.get(column) ?? new Map<string, Field>()
        for (const field of sources) known.set(`${keyOf(from)}\n${field}`, { ...named(from), field })
        fields?.set(column, known)
      }
  }
  return {
    inputs: [...reads.values()].slice(0, MAX_DATASETS).map((one) => ({ ...named(one), facets: {} })),
    outputs: [...writes.values()].slice(0, MAX_DATASETS).map(outputOf),
  }
}

interface Field extends Dataset {
  readonly field: string
}
interface Written {
  readonly dataset: Dataset
  columns: readonly string[] | undefined
  rows: number | undefined
  readonly fields: Map<string, Map<string, Field>>
}

const named = ({ namespace, name }: Dataset) => ({ namespace, name })

function outputOf({ dataset, columns, rows, fields }: Written) {
  const names = columns ?? (kindOfDataset(dataset) === 'TABLE' ? [...fields.keys()] : [])
  return {
    ...named(dataset),
    facets: {
      ...(names.length > 0 && {
        schema: facet('1-2-0/SchemaDatasetFacet', { fields: names.map((name) => ({ name })) }),
      }),
      ...(fields.size > 0 && {
        columnLineage: facet('1-2-0/ColumnLineageDatasetFacet', {
          fields: Object.fromEntries(
            [...fields].map(([name, sources]) => [name, { inputFields: [...sources.values()] }]),
          ),
        }),
      }),
    },
    ...(rows !== undefined && {
      outputFacets: {
        outputStatistics: facet('1-0-2/OutputStatisticsOutputDatasetFacet', { rowCount: rows }),
      },
    }),
  }
}
