import '@xyflow/react/dist/style.css'
import { useMantineColorScheme } from '@mantine/core'
import {
  Background,
  BackgroundVariant,
  type Connection,
  type NodeChange,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { type DragEvent, useMemo } from 'react'
import { ComponentCard, type ComponentNode } from '../../pipeline-graph/component-card.tsx'
import graphClasses from '../../pipeline-graph/graph.module.css'
import { GraphTools } from '../../pipeline-graph/graph-tools.tsx'
import { type LinkEdge, LinkLine } from '../../pipeline-graph/link-line.tsx'
import type { ComponentState, FaultCount, Point } from '../../pipeline-graph/model.ts'
import { NoteCard, type NoteNode } from '../../pipeline-graph/note-card.tsx'
import { useArrowKeys } from '../../pipeline-graph/use-arrow-keys.ts'
import classes from '../designer.module.css'
import { DRAGGED_TYPE } from '../palette/drag.ts'
import { nothing, onlyComponents, type Selection, single } from '../state/selection.ts'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'
import { componentId, named } from './ids.ts'
import { cardsOf, edgesOf, notesOf, withChoice } from './nodes.ts'
import { useCanvasView } from './use-canvas-view.ts'
import { chosenOf, useDragging } from './use-dragging.ts'

interface CanvasProps {
  readonly label: string
  readonly editor: Editor
  readonly commands: Commands
  readonly selection: Selection
  readonly select: (selection: Selection) => void
  readonly faults: ReadonlyMap<string, FaultCount>
  readonly states?: ReadonlyMap<string, ComponentState> | undefined
  readonly isEditable: boolean
  readonly isFull: boolean
  readonly onFill: (isFull: boolean) => void
  /** A type of the palette was dropped at a place of the drawing. */
  readonly onDrop: (type: string, at: Point) => void
}

const nodeTypes = { component: ComponentCard, note: NoteCard }
const edgeTypes = { link: LinkLine }
const description =
  'Arrow keys move to the others. Enter chooses this one; then arrow keys move it, C links it, R runs from it, Shift+R only it, Delete removes it and Escape lets it go.'
const words = {
  'minimap.ariaLabel': 'Overview of the graph',
  'node.a11yDescription.default': description,
  'node.a11yDescription.keyboardDisabled': description,
  'controls.ariaLabel': 'Graph view',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'controls.fitView.ariaLabel': 'Fit to view',
}

/** The pipeline as a graph that can be changed, by pointer and by keys. */
export function Canvas(props: CanvasProps) {
  const { label, editor, commands, selection, select, isEditable, isFull, onFill, onDrop } = props
  const { drawing, places } = editor
  const { colorScheme } = useMantineColorScheme()
  const flow = useReactFlow()
  const dragging = useDragging(commands.move)
  const components = drawing?.components ?? []
  const first = components.find(({ type }) => type === 'start')?.name ?? components[0]?.name
  const { entry, onKeyDown } = useArrowKeys(components, places, first, componentId)
  const { nodes, edges } = useDrawn(props, entry, dragging.dragged)
  const chosen = single(selection)
  useCanvasView({
    hasNodes: nodes.length > 0,
    first: first === undefined ? undefined : places.get(first),
    chosen: chosen === undefined ? undefined : places.get(chosen),
  })

  function change(changes: NodeChange<ComponentNode | NoteNode>[]): void {
    const chosen = chosenOf(selection, changes)
    if (chosen !== undefined) select(chosen)
    if (isEditable) dragging.onNodesChange(changes)
  }
  function drop(event: DragEvent): void {
    const type = event.dataTransfer.getData(DRAGGED_TYPE)
    if (type === '' || !isEditable) return
    event.preventDefault()
    onDrop(type, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the component that has the focus
    <div
      className={`${graphClasses['frame']} ${classes['canvas']}`}
      onKeyDown={(event) => {
        if (!event.defaultPrevented) onKeyDown(event)
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <ReactFlow<ComponentNode | NoteNode, LinkEdge>
        aria-label={label}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={change}
        onEdgeClick={(_, { data }) => {
          if (isEditable && data !== undefined)
            select({ ...nothing, link: { from: data.link.from, to: data.link.to } })
        }}
        onPaneClick={() => select(nothing)}
        onConnect={({ source, target }: Connection) => commands.join(named(source).name, named(target).name)}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        ariaLabelConfig={words}
        {...behaviour}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <GraphTools
          components={components}
          onFind={(name) => {
            if (name !== undefined) select(onlyComponents(name))
          }}
          isFull={isFull}
          onFill={onFill}
        />
      </ReactFlow>
    </div>
  )
}

function useDrawn(props: CanvasProps, entry: string | undefined, dragged: ReadonlyMap<string, Point>) {
  const { editor, selection, faults, states, isEditable } = props
  const { drawing, places, scale } = editor
  const fixed = useMemo(() => {
    const shown = { places, scale, faults, states, isEditable, entry }
    return drawing === undefined ? [] : [...notesOf(drawing, shown), ...cardsOf(drawing, shown)]
  }, [drawing, places, scale, faults, states, isEditable, entry])
  const nodes = useMemo(() => {
    const isChosen = (id: string) => {
      const { kind, name } = named(id)
      return (kind === 'note' ? selection.notes : selection.components).has(name)
    }
    return withChoice<ComponentNode | NoteNode>(fixed, isChosen, dragged)
  }, [fixed, selection, dragged])
  const edges = useMemo(
    () => (drawing === undefined ? [] : edgesOf(drawing, selection, isEditable, states)),
    [drawing, selection, isEditable, states],
  )
  return { nodes, edges }
}

const behaviour = {
  edgesFocusable: false,
  edgesReconnectable: false,
  // Above the others they would cover the words at links.
  elevateEdgesOnSelect: false,
  elevateNodesOnSelect: false,
  zoomOnDoubleClick: false,
  onlyRenderVisibleElements: true,
  deleteKeyCode: null, // the Designer's own key also removes links
  multiSelectionKeyCode: ['Control', 'Meta'],
  selectionKeyCode: 'Shift',
  connectionRadius: 40,
  minZoom: 0.1,
  maxZoom: 2,
  proOptions: { hideAttribution: true },
} as const satisfies Partial<Parameters<typeof ReactFlow>[0]> | Record<string, unknown>
