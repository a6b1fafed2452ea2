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
import { ComponentCard, type ComponentNode, sidesOf } from './component-card.tsx'
import classes from './graph.module.css'
import { type Arrangement, arrange, type Direction } from './layout.ts'
import { type LinkEdge, LinkLine } from './link-line.tsx'
import { type Link, linksOf } from './links.ts'
import { CARD, type ComponentState, type FaultCount, type GraphComponent, type GraphNote } from './model.ts'
import { NoteCard, type NoteNode } from './note-card.tsx'
import { useCamera } from './use-camera.ts'

interface PipelineGraphProps {
  /** What is drawn, for screen readers, e.g. `Graph of Load and report`. */
  readonly label: string
  readonly components: readonly GraphComponent[]
  readonly notes?: readonly GraphNote[] | undefined
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
 * A pipeline as a graph: every component with its icon, every link coloured and labelled by its condition. Components
 * are reached with Tab and chosen with Enter; Ctrl and the wheel zoom. Where the file states no places they are laid
 * out from left to right. The page also shows the same as lists, because to screen readers a graph is just a row of buttons.
 */
export function PipelineGraph(props: PipelineGraphProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  )
}

const noNotes: readonly GraphNote[] = []
const nodeTypes = { component: ComponentCard, note: NoteCard }
const edgeTypes = { link: LinkLine }
const words = {
  'node.a11yDescription.default': 'Press Enter to select this component and Escape to deselect it.',
  'node.a11yDescription.keyboardDisabled': 'Press Enter to select this component and Escape to deselect it.',
  'controls.ariaLabel': 'Graph view',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit to view',
}

function Drawing(props: PipelineGraphProps) {
  const { label, components, notes = noNotes, states, faults, selected, onSelect, height = '480px' } = props
  const { colorScheme } = useMantineColorScheme()
  const links = useMemo(() => linksOf(components), [components])
  const arrangement = useMemo(() => arrange(components, links, notes), [components, links, notes])
  const fixed = useMemo(() => [...noteNodes(arrangement)], [arrangement])
  const edges = useMemo(() => edgesOf(links, components), [links, components])
  const nodes = useMemo(
    () => [...fixed, ...componentNodes(components, arrangement, { states, faults, selected })],
    [fixed, components, arrangement, states, faults, selected],
  )
  const camera = useCamera(arrangement, beginningOf(components), selected)

  function choose(changes: NodeChange<ComponentNode | NoteNode>[]): void {
    const choices = changes.filter((change) => change.type === 'select')
    const chosen = choices.find((change) => change.selected)
    const at = chosen === undefined ? -1 : Number(chosen.id)
    if (choices.length > 0) onSelect?.(components[at]?.name)
  }

  return (
    <div className={classes['frame']} style={{ height }}>
      <ReactFlow<ComponentNode | NoteNode, LinkEdge>
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
        <Controls showInteractive={false} position="bottom-right" />
      </ReactFlow>
    </div>
  )
}

const beginningOf = (components: readonly GraphComponent[]): string | undefined =>
  (components.find(({ type }) => type === 'start') ?? components[0])?.name

/** The drawing is looked at, not changed; the wheel belongs to the page. */
const still = {
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

/** Ids are positions in the list, because a component may have any name. */
function componentNodes(
  components: readonly GraphComponent[],
  { places, direction }: Arrangement,
  { states, faults, selected }: Pick<PipelineGraphProps, 'states' | 'faults' | 'selected'>,
): ComponentNode[] {
  const handles = handlesOf(direction)
  return components.map((component, at) => {
    const { name } = component
    const data = { component, direction, state: states?.get(name), faults: faults?.get(name) }
    return {
      id: String(at),
      type: 'component',
      position: places.get(name)!,
      ...CARD,
      measured: CARD,
      handles,
      data,
      selected: name === selected,
      ariaRole: 'button',
      domAttributes: { 'aria-roledescription': 'component', 'aria-pressed': name === selected },
    }
  })
}

/** Where links touch a component before the browser has measured it. */
function handlesOf(direction: Direction) {
  const [target, source] = sidesOf(direction)
  const { width, height } = CARD
  const isDown = direction === 'down'
  const [x, y] = isDown ? [width / 2, 0] : [0, height / 2]
  const end = isDown ? { x, y: height } : { x: width, y }
  return [
    { type: 'target' as const, position: target, x, y, width: 0, height: 0 },
    { type: 'source' as const, position: source, ...end, width: 0, height: 0 },
  ]
}

const noteNodes = ({ notes }: Arrangement): NoteNode[] =>
  notes.map(({ note, x, y, width, height }, at) => ({
    id: `note ${at}`,
    type: 'note',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    data: { note },
    zIndex: -1,
    selectable: false,
    focusable: false,
    ariaRole: 'note',
    ariaLabel: 'Note',
    domAttributes: { 'aria-roledescription': 'note' },
  }))

function edgesOf(links: readonly Link[], components: readonly GraphComponent[]): LinkEdge[] {
  const ids = new Map(components.map(({ name }, at) => [name, String(at)]))
  return links.map((link, at) => ({
    id: `link ${at}`,
    type: 'link',
    source: ids.get(link.from)!,
    target: ids.get(link.to)!,
    data: { link },
    selectable: false,
    focusable: false,
    ariaLabel: `${link.from} to ${link.to}: ${link.conditions.join(', ')}`,
  }))
}
