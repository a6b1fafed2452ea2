import '@xyflow/react/dist/style.css'
import { useMantineColorScheme } from '@mantine/core'
import { Background, BackgroundVariant, type NodeChange, ReactFlow, ReactFlowProvider } from '@xyflow/react'
import { useId, useMemo, useState } from 'react'
import { ComponentCard, type ComponentNode } from './component-card.tsx'
import classes from './graph.module.css'
import { GraphTools } from './graph-tools.tsx'
import { type FrameNode, GroupFrame } from './group-frame.tsx'
import { frameNodes } from './groups.ts'
import { arrange } from './layout.ts'
import { type LinkEdge, LinkLine } from './link-line.tsx'
import { linksOf } from './links.ts'
import type { ComponentState, FaultCount, GraphComponent, GraphGroup, GraphNote } from './model.ts'
import { componentNodes, edgesOf, noteNodes } from './nodes.ts'
import { NoteCard, type NoteNode } from './note-card.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useCamera } from './use-camera.ts'

interface PipelineGraphProps {
  /** What is drawn, for screen readers, e.g. `Graph of Load and report`. */
  readonly label: string
  readonly components: readonly GraphComponent[]
  readonly notes?: readonly GraphNote[] | undefined
  /** Drawn as frames with their names. */
  readonly groups?: readonly GraphGroup[] | undefined
  /** The state of components in an execution, by name. Components without one are drawn plainly. */
  readonly states?: ReadonlyMap<string, ComponentState> | undefined
  /** What validation reports, by component. */
  readonly faults?: ReadonlyMap<string, FaultCount> | undefined
  /** The name of the chosen component; it is brought into view. */
  readonly selected?: string | undefined
  /** A component was chosen by mouse or key (Enter or Space); undefined: none any more. */
  readonly onSelect?: (name: string | undefined) => void
  /** CSS height. */
  readonly height?: string
}

/**
 * A pipeline as a graph: every component with its icon, every link coloured and labelled by its condition.
 * Tab reaches one component, arrow keys lead to the others and Enter chooses one; Ctrl and the wheel zoom.
 * Where the file states no places they are laid out from left to right. The page also shows the same as
 * lists, because to screen readers a graph is just a row of buttons.
 */
export function PipelineGraph(props: PipelineGraphProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

const noNotes: readonly GraphNote[] = []
const noGroups: readonly GraphGroup[] = []
const nodeTypes = { component: ComponentCard, note: NoteCard, frame: GroupFrame }

type GraphNode = ComponentNode | NoteNode | FrameNode

const edgeTypes = { link: LinkLine }
const description =
  'Press Enter to select this component and Escape to deselect it. Arrow keys move to the others.'
const words = {
  'minimap.ariaLabel': 'Overview of the graph',
  'node.a11yDescription.default': description,
  'node.a11yDescription.keyboardDisabled': description,
  'controls.ariaLabel': 'Graph view',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit to view',
}

function Drawing(props: PipelineGraphProps) {
  const { label, components, notes = noNotes, groups = noGroups, height = '480px' } = props
  const { states, faults, selected, onSelect } = props
  const { colorScheme } = useMantineColorScheme()
  const id = useId() // of several graphs on a page, each is described by its own words
  const links = useMemo(() => linksOf(components), [components])
  const arrangement = useMemo(
    () => arrange(components, links, notes, groups),
    [components, links, notes, groups],
  )
  const fixed = useMemo<GraphNode[]>(
    () => [...frameNodes(arrangement.groups), ...noteNodes(arrangement)],
    [arrangement],
  )
  const edges = useMemo(() => edgesOf(links, components, states), [links, components, states])
  const [found, find] = useState<string>()
  const [isFull, fill] = useState(false)
  const beginning = beginningOf(components)
  const { entry, onKeyDown } = useArrowKeys(components, arrangement.places, selected ?? beginning)
  const nodes = useMemo(
    () => [...fixed, ...componentNodes(components, arrangement, { states, faults, selected, found, entry })],
    [fixed, components, arrangement, states, faults, selected, found, entry],
  )
  const camera = useCamera(arrangement, beginning, found ?? selected)

  function choose(changes: NodeChange<GraphNode>[]): void {
    const choices = changes.filter((change) => change.type === 'select')
    const chosen = choices.find((change) => change.selected)
    const at = chosen === undefined ? -1 : Number(chosen.id)
    if (choices.length > 0) onSelect?.(components[at]?.name)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the component that has the focus
    <div
      className={classes['frame']}
      data-full={isFull || undefined}
      style={isFull ? {} : { height }}
      onKeyDown={(event) => (isFull && event.key === 'Escape' ? fill(false) : onKeyDown(event))}
    >
      <ReactFlow<GraphNode, LinkEdge>
        id={id}
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
        <GraphTools components={components} onFind={find} isFull={isFull} onFill={fill} />
      </ReactFlow>
    </div>
  )
}

const beginningOf = (components: readonly GraphComponent[]): string | undefined =>
  (components.find(({ type }) => type === 'start') ?? components[0])?.name

/** The drawing is looked at, not changed; the wheel belongs to the page. */
export const still = {
  nodesDraggable: false,
  nodesConnectable: false,
  edgesFocusable: false,
  edgesReconnectable: false,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  proOptions: { hideAttribution: true },
} as const
