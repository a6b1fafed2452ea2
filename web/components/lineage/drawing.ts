import type { GraphComponent } from '../pipeline-graph/model.ts'
import type { AssetEdge, AssetGraph, AssetNode } from './shapes.ts'

/** What a card of the graph stands for: an asset, or those that are hidden next to one. */
export type Card =
  | { readonly kind: 'asset'; readonly asset: AssetNode }
  | { readonly kind: 'hidden'; readonly count: number; readonly side: 'upstream' | 'downstream' }

export interface Drawn {
  /** By the name of the card's component. */
  readonly cards: ReadonlyMap<string, Card>
  readonly components: readonly GraphComponent[]
}

/** The cards of a graph and their links: one for each pair of assets, however many pipelines lie between. */
export function drawingOf({ nodes, edges }: AssetGraph): Drawn {
  const cards = new Map<string, Card>()
  const sources = new Map<string, Set<string>>()
  const link = (from: string, to: string) => sources.set(to, (sources.get(to) ?? new Set()).add(from))
  for (const asset of nodes) cards.set(asset.assetId, { kind: 'asset', asset })
  for (const { fromAssetId, toAssetId } of edges) link(fromAssetId, toAssetId)
  for (const { assetId, hiddenUpstream, hiddenDownstream } of nodes) {
    if (hiddenUpstream > 0) {
      const name = `hidden above ${assetId}`
      cards.set(name, { kind: 'hidden', count: hiddenUpstream, side: 'upstream' })
      link(name, assetId)
    }
    if (hiddenDownstream > 0) {
      const name = `hidden below ${assetId}`
      cards.set(name, { kind: 'hidden', count: hiddenDownstream, side: 'downstream' })
      link(assetId, name)
    }
  }
  const components = [...cards].map(([name, card]) => ({
    name,
    type: card.kind,
    sources: [...(sources.get(name) ?? [])],
  }))
  return { cards, components }
}

/** What hidden assets are called: `3 assets in projects that you may not open`. */
export const hiddenText = (count: number): string =>
  count === 1
    ? 'An asset in an environment that you may not open'
    : `${count.toLocaleString()} assets in environments that you may not open`

/** The edges at an asset: what it is made of, and what is made of it. */
export const edgesAt = (edges: readonly AssetEdge[], assetId: string) =>
  edges.filter((edge) => edge.fromAssetId === assetId || edge.toAssetId === assetId)
