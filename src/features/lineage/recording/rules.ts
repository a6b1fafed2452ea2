import { type AssetKind, assetIdOf, type Dataset, kindOfDataset } from '../../../lib/datasets.ts'

export interface StepKey {
  readonly executionId: string
  readonly stepSeq: number
}

/** What is known of a step that reported assets. */
export interface StepFacts extends StepKey {
  readonly rootExecutionId: string
  readonly projectId: string
  readonly environmentId: string
  readonly environmentName: string
  readonly pipelineName: string
  readonly componentName: string
  readonly componentType: string
  readonly rowCount: number | null
  readonly finishedAt: Date
  /** JSON: what it was executed with. */
  readonly executed: string | null
}

/** A dataset with the columns that a step named, when it named all. */
export interface SeenDataset extends Dataset {
  readonly columns?: readonly string[] | undefined
}

/** What one step read and wrote. */
export interface StepAssets {
  readonly step: StepFacts
  /** When the step that committed it ended: itself, or one behind it. */
  readonly committedAt?: Date
  readonly reads: readonly SeenDataset[]
  readonly writes: readonly SeenDataset[]
  readonly edges: readonly Edge[]
  /** Why statements could not be read. */
  readonly unread: readonly string[]
}

/** Rows of one asset go into another. */
export interface Edge {
  readonly from: Dataset
  readonly to: Dataset
  /** By column of `to`: the columns of `from` that it is made of. */
  readonly columns: Readonly<Record<string, readonly string[]>>
}

/** What one step of a run did, as it is kept. */
export type StepLineage = Omit<StepAssets, 'step' | 'committedAt'>

export interface RecordedEdge {
  readonly fromId: string
  readonly toId: string
  readonly projectId: string
  readonly environmentId: string
  readonly pipelineName: string
  readonly componentName: string
  readonly columns: Edge['columns']
  readonly executionId: string
  readonly at: Date
}

export interface RecordedAsset extends Dataset {
  readonly id: string
  readonly kind: AssetKind
  readonly columns: readonly string[] | undefined
}

export interface RecordedWrite
  extends Omit<StepFacts, 'rowCount' | 'finishedAt' | 'executed' | 'componentType'> {
  readonly assetId: string
  readonly rowCount: number | undefined
  readonly writtenAt: Date
  readonly committedAt: Date
}

export interface RecordedUse {
  readonly assetId: string
  readonly projectId: string
  readonly environmentId: string
  readonly mode: 'READ' | 'WRITE' | 'BOTH'
  readonly at: Date
}

/** A pipeline that reads or writes an asset. */
export interface RecordedPipeline extends RecordedUse {
  readonly pipelineName: string
  readonly executionId: string
}

export interface Recorded {
  readonly assets: readonly RecordedAsset[]
  readonly writes: readonly RecordedWrite[]
  readonly uses: readonly RecordedUse[]
  readonly pipelines: readonly RecordedPipeline[]
  readonly edges: readonly RecordedEdge[]
}

/**
 * The rows that steps make, one for each key and in the order of their keys, so that two writers never wait
 * for one another.
 */
export function recordedOf(steps: readonly StepAssets[]): Recorded {
  const assets = new Map<string, RecordedAsset>()
  const writes = new Map<string, RecordedWrite>()
  const uses = new Map<string, RecordedUse>()
  const pipelines = new Map<string, RecordedPipeline>()
  const edges = new Map<string, RecordedEdge>()
  for (const { step, committedAt = step.finishedAt, reads, writes: written, edges: own } of steps) {
    for (const edge of own) addEdge(step, edge)
    for (const dataset of reads) use(step, asset(dataset), 'READ')
    for (const dataset of written) {
      const id = asset(dataset)
      use(step, id, 'WRITE')
      const { rowCount, finishedAt, executed: _, componentType: _type, ...facts } = step
      writes.set(`${step.executionId} ${step.stepSeq} ${id}`, {
        ...facts,
        assetId: id,
        // What a step counted belongs to one asset, or it cannot be told to which.
        rowCount: written.length === 1 ? (rowCount ?? undefined) : undefined,
        writtenAt: finishedAt,
        committedAt,
      })
    }
  }

  function addEdge(step: StepFacts, { from, to, columns }: Edge): void {
    const { projectId, environmentId, pipelineName, componentName, executionId, finishedAt: at } = step
    const [fromId, toId] = [assetIdOf(from), assetIdOf(to)]
    const key = [fromId, toId, environmentId, pipelineName, componentName].join('\n')
    const place = { projectId, environmentId, pipelineName, componentName }
    edges.set(key, { fromId, toId, ...place, columns, executionId, at })
  }

  function asset({ namespace, name, columns }: SeenDataset): string {
    const id = assetIdOf({ namespace, name })
    const known = assets.get(id)
    const kind = kindOfDataset({ namespace, name })
    assets.set(id, { id, namespace, name, kind, columns: columns ?? known?.columns })
    return id
  }

  function use(step: StepFacts, assetId: string, mode: 'READ' | 'WRITE'): void {
    const { projectId, environmentId, pipelineName, executionId, finishedAt: at } = step
    const one = { assetId, projectId, environmentId, mode, at }
    const key = `${assetId} ${environmentId}`
    uses.set(key, merged(uses.get(key), one))
    const own = `${key} ${pipelineName}`
    pipelines.set(own, merged(pipelines.get(own), { ...one, pipelineName, executionId }))
  }

  return {
    assets: sorted(assets),
    writes: [...writes.values()],
    uses: sorted(uses),
    pipelines: sorted(pipelines),
    edges: sorted(edges),
  }
}

/** The newest of two uses, which does what either does. */
function merged<T extends RecordedUse>(known: T | undefined, one: T): T {
  if (known === undefined) return one
  const newest = known.at > one.at ? known : one
  return { ...newest, mode: known.mode === one.mode ? one.mode : 'BOTH' }
}

const sorted = <T>(map: ReadonlyMap<string, T>): T[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
