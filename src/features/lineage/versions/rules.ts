import { assetIdOf, type Dataset, kindOfDataset } from '../../../lib/datasets.ts'
import { hasUnknownValue } from '../../../lib/unknown-value.ts'
import type { Edge, RecordedAsset, SeenDataset, StepLineage } from '../recording/rules.ts'

/** What one component of a version will do, as it is kept. */
export interface PlannedLineage extends StepLineage {
  readonly pipelineName: string
  readonly componentName: string
}

export interface VersionAsset {
  readonly assetId: string
  readonly pipelineName: string
  readonly reads: boolean
  readonly writes: boolean
}

export interface VersionEdge {
  readonly fromId: string
  readonly toId: string
  readonly pipelineName: string
  readonly componentName: string
  readonly columns: Edge['columns']
}

/** Without the assets and columns whose names are known only while a pipeline runs. */
export function withoutUnknown({ reads, writes, edges, unread }: StepLineage): StepLineage {
  return {
    reads: reads.filter(isKnown).map(withKnownColumns),
    writes: writes.filter(isKnown).map(withKnownColumns),
    edges: edges
      .filter(({ from, to }) => isKnown(from) && isKnown(to))
      .map(({ from, to, columns }) => ({ from, to, columns: knownColumns(columns) })),
    unread,
  }
}

const isKnown = ({ namespace, name }: Dataset): boolean => !hasUnknownValue(`${namespace} ${name}`)

const withKnownColumns = ({ columns, ...dataset }: SeenDataset): SeenDataset =>
  columns === undefined || columns.some(hasUnknownValue) ? dataset : { ...dataset, columns }

const knownColumns = (columns: Edge['columns']): Edge['columns'] =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, sources]) => {
      const known = sources.filter((source) => !hasUnknownValue(source))
      return hasUnknownValue(name) || known.length === 0 ? [] : [[name, known]]
    }),
  )

/** The rows that the components of a version make, one for each key and in the order of their keys. */
export function currentOf(components: readonly PlannedLineage[]) {
  const assets = new Map<string, RecordedAsset>()
  const uses = new Map<string, VersionAsset>()
  const edges = new Map<string, VersionEdge>()
  for (const { pipelineName, componentName, reads, writes, edges: own } of components) {
    for (const dataset of reads) use(pipelineName, dataset, { reads: true, writes: false })
    for (const dataset of writes) use(pipelineName, dataset, { reads: false, writes: true })
    for (const { from, to, columns } of own) {
      const [fromId, toId] = [assetIdOf(from), assetIdOf(to)]
      const key = [fromId, toId, pipelineName, componentName].join('\n')
      edges.set(key, { fromId, toId, pipelineName, componentName, columns })
    }
  }

  function use(
    pipelineName: string,
    dataset: SeenDataset,
    how: Pick<VersionAsset, 'reads' | 'writes'>,
  ): void {
    const { namespace, name, columns } = dataset
    const assetId = assetIdOf(dataset)
    const kind = kindOfDataset(dataset)
    assets.set(assetId, {
      id: assetId,
      namespace,
      name,
      kind,
      columns: columns ?? assets.get(assetId)?.columns,
    })
    const key = `${assetId} ${pipelineName}`
    const known = uses.get(key)
    const [reads, writes] = [how.reads || known?.reads === true, how.writes || known?.writes === true]
    uses.set(key, { assetId, pipelineName, reads, writes })
  }

  return { assets: sorted(assets), uses: sorted(uses), edges: sorted(edges) }
}

const sorted = <T>(map: ReadonlyMap<string, T>): T[] =>
  [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
