import '@xyflow/react/dist/style.css'
import { useMantineColorScheme } from '@mantine/core'
import {
  Background,
  BackgroundVariant,
  Controls,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
} from '@xyflow/react'
import { useMemo } from 'react'
import classes from '../pipeline-graph/graph.module.css'
import { arrange } from '../pipeline-graph/layout.ts'
import { type LinkEdge, LinkLine } from '../pipeline-graph/link-line.tsx'
import { linksOf } from '../pipeline-graph/links.ts'
import { CARD } from '../pipeline-graph/model.ts'
import { edgesOf, handlesOf } from '../pipeline-graph/nodes.ts'
import { still } from '../pipeline-graph/pipeline-graph.tsx'
import { useArrowKeys } from '../pipeline-graph/use-arrow-keys.ts'
import { useCamera } from '../pipeline-graph/use-camera.ts'
import { AssetCard, type AssetCardNode } from './asset-card.tsx'
import { drawingOf, hiddenText } from './drawing.ts'
import type { AssetGraph as Shape } from './shapes.ts'

interface AssetGraphProps {
  /** What is drawn, for screen readers. */
  readonly label: string
  readonly graph: Shape
  /** Where it begins: it is marked. */
  readonly assetId: string
  readonly chosen: string | undefined
  /** An asset was chosen by mouse or key; undefined: none any more. */
  readonly onChoose: (assetId: string | undefined) => void
}

/**
 * Assets from left to right, from what they are made of to what is made of them. Tab reaches one, arrow keys
 * lead to the others and Enter chooses one. The page shows the same as a table.
 */
export function AssetGraph(props: AssetGraphProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

const nodeTypes = { asset: AssetCard }
const edgeTypes = { link: LinkLine }
const description =
  'Press Enter to select this asset and Escape to deselect it. Arrow keys move to the others.'
const words = {
  'node.a11yDescription.default': description,
  'node.a11yDescription.keyboardDisabled': description,
  'controls.ariaLabel': 'Graph view',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit to view',
}

function Drawing({ label, graph, assetId, chosen, onChoose }: AssetGraphProps) {
  const { colorScheme } = useMantineColorScheme()
  const { cards, components } = useMemo(() => drawingOf(graph), [graph])
  const links = useMemo(() => linksOf(components), [components])
  const arrangement = useMemo(() => arrange(components, links), [components, links])
  const edges = useMemo(() => edgesOf(links, components), [links, components])
  const { entry, onKeyDown } = useArrowKeys(components, arrangement.places, chosen ?? assetId)
  const nodes = useMemo(() => {
    const handles = handlesOf(arrangement.direction)
    return components.map(({ name }, at): AssetCardNode => {
      const card = cards.get(name)!
      const isAsset = card.kind === 'asset'
      return {
        id: String(at),
        type: 'asset',
        position: arrangement.places.get(name)!,
        ...CARD,
        measured: CARD,
        handles,
        data: { card, direction: arrangement.direction },
        selected: name === chosen,
        selectable: isAsset,
        ariaRole: isAsset ? 'button' : 'note',
        ...(!isAsset && { ariaLabel: hiddenText(card.count) }),
        ...(name === assetId && { className: 'found' }),
        domAttributes: {
          'aria-roledescription': isAsset ? 'asset' : 'note',
          ...(isAsset && { 'aria-pressed': name === chosen }),
          tabIndex: name === entry ? 0 : -1,
        },
      }
    })
  }, [components, cards, arrangement, chosen, assetId, entry])
  const camera = useCamera(arrangement, assetId, chosen ?? assetId)

  function choose(changes: NodeChange<AssetCardNode>[]): void {
    const choices = changes.filter((change) => change.type === 'select')
    const selected = choices.find((change) => change.selected)
    if (choices.length > 0) onChoose(selected && components[Number(selected.id)]?.name)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the asset that has the focus
    <div className={classes['frame']} style={{ height: '460px' }} onKeyDown={onKeyDown}>
      <ReactFlow<AssetCardNode, LinkEdge>
        aria-label={label}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={choose}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        ariaLabelConfig={words}
        minZoom={0.1}
        maxZoom={2}
        {...still}
        {...camera}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <Controls showInteractive={false} position="bottom-left" />
      </ReactFlow>
    </div>
  )
}
