import type { PipelineKind } from '../../../../src/pipeline/model.ts'

/** A pipeline to begin with. */
export interface Template {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly kind: PipelineKind
  /** A name that suits it. */
  readonly name: string
  /** The text of its file; undefined for an empty one, which is written with its first edit. */
  readonly load: (() => Promise<string>) | undefined
}

/** The empty ones first: they are what people who know the language begin with. */
export const templates: readonly [Template, ...Template[]] = [
  {
    id: 'empty-orchestration',
    title: 'Empty orchestration',
    description: 'Decides what runs when. It only has a start.',
    kind: 'orchestration',
    name: '',
    load: undefined,
  },
  {
    id: 'empty-transformation',
    title: 'Empty transformation',
    description: 'Changes data with SQL that its components are compiled to.',
    kind: 'transformation',
    name: '',
    load: undefined,
  },
  {
    id: 'report-on-a-table',
    title: 'Create a table and report on it',
    description: 'Runs SQL, counts rows and decides on the count. Runs as it is.',
    kind: 'orchestration',
    name: 'Report on orders',
    load: async () => (await import('./files/report-on-a-table.orch.yaml?raw')).default,
  },
  {
    id: 'load-a-csv-file',
    title: 'Load a CSV file and transform it',
    description: 'Downloads a file, loads it into a table and adds it up. Set the address of the file first.',
    kind: 'orchestration',
    name: 'Load orders',
    load: async () => (await import('./files/load-a-csv-file.orch.yaml?raw')).default,
  },
  {
    id: 'extract-incrementally',
    title: 'Extract from a REST API incrementally',
    description: 'Reads only what changed since the last run, and merges it. Needs a connector.',
    kind: 'orchestration',
    name: 'Extract orders',
    load: async () => (await import('./files/extract-incrementally.orch.yaml?raw')).default,
  },
  {
    id: 'webhook-on-failure',
    title: 'Post to a webhook on failure',
    description:
      'Runs SQL, and posts a message with the error when it fails. Set the address of the webhook first.',
    kind: 'orchestration',
    name: 'Work with message',
    load: async () => (await import('./files/webhook-on-failure.orch.yaml?raw')).default,
  },
  {
    id: 'fan-out-over-a-list',
    title: 'Fan out over a list',
    description: 'Does the same for each row of a list, several at a time. Runs as it is.',
    kind: 'orchestration',
    name: 'Work on regions',
    load: async () => (await import('./files/fan-out-over-a-list.orch.yaml?raw')).default,
  },
]
