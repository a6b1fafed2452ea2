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
import { type DragEvent, useMemo, useRef } from 'react'
import { useStable } from '../../../ui/use-stable.ts'
import { ComponentCard, type ComponentNode } from '../../pipeline-graph/component-card.tsx'
import graphClasses from '../../pipeline-graph/graph.module.css'
import { GraphTools } from '../../pipeline-graph/graph-tools.tsx'
import { type FrameNode, GroupFrame } from '../../pipeline-graph/group-frame.tsx'
import { type LinkEdge, LinkLine } from '../../pipeline-graph/link-line.tsx'
import { CARD, type ComponentState, type FaultCount, type Point } from '../../pipeline-graph/model.ts'
import { NoteCard, type NoteNode } from '../../pipeline-graph/note-card.tsx'
import { useArrowKeys } from '../../pipeline-graph/use-arrow-keys.ts'
import classes from '../designer.module.css'
import type { Drawing } from '../model/drawing.ts'
import { useKept } from '../model/use-kept.ts'
import { DRAGGED_TYPE } from '../palette/drag.ts'
import { nothing, onlyComponents, type Selection, single } from '../state/selection.ts'
import type { Commands } from '../state/use-commands.ts'
import type { Editor } from '../state/use-editor.ts'
import { framesNow, framesOf } from './frames.ts'
import { componentId, named as inId } from './ids.ts'
import { cardsOf, edgesOf, keptNodes, noteBox, notesOf, withChoice } from './nodes.ts'
import { useCanvasView, useNameInView } from './use-canvas-view.ts'
import { chosenOf, type Moving, useDragging } from './use-dragging.ts'

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

type CanvasNode = ComponentNode | NoteNode | FrameNode

const nodeTypes = { component: ComponentCard, note: NoteCard, frame: GroupFrame }
const noGroups: Drawing['groups'] = []
const edgeTypes = { link: LinkLine }
const description =
  'Arrow keys move to the others. Enter selects this one; then arrow keys move it, C links it, R runs from it, Shift+R runs it alone, Ctrl+G groups the selected ones, Delete removes it and Escape deselects it.'
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
  const dragging = useDragging(commands)
  const components = drawing?.components ?? []
  const first = components.find(({ type }) => type === 'start')?.name ?? components[0]?.name
  const chosen = single(selection)
  const reveal = useCanvasView({
    first: first === undefined ? undefined : places.get(first),
    ...useBoxes(editor, selection),
  })
  const { entry, onKeyDown } = useArrowKeys(components, places, chosen ?? first, componentId, (name) => {
    const place = places.get(name)
    if (place !== undefined) reveal(place)
  })
  const named = useKept(useMemo(() => components.map(({ name }) => ({ name })), [components]))
  const names = useMemo(() => named.map(({ name }) => name), [named])
  const { nodes, edges } = useDrawn(props, useNameInView(entry, names, places), dragging)

  const onNodesChange = useStable((changes: NodeChange<CanvasNode>[]) => {
    const chosen = chosenOf(selection, changes)
    if (chosen !== undefined) select(chosen)
    if (isEditable) dragging.onNodesChange(changes)
  })
  const onEdgeClick = useStable((_: unknown, { data }: LinkEdge) => {
    if (isEditable && data !== undefined)
      select({ ...nothing, link: { from: data.link.from, to: data.link.to } })
  })
  const onPaneClick = useStable(() => select(nothing))
  const onConnect = useStable(({ source, target }: Connection) =>
    commands.join(nameOf(source), nameOf(target)),
  )
  const onFind = useStable((name: string | undefined) => {
    if (name !== undefined) select(onlyComponents(name))
  })
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
      onKeyDownCapture={(event) => {
        // React Flow would also take the focus from the component, and select it when it is not selected.
        if (event.key !== 'Escape' || !isComponent(event.target)) return
        event.stopPropagation()
        if (selection !== nothing) select(nothing)
        else if (isFull) onFill(false)
      }}
      onKeyDown={(event) => {
        if (!event.defaultPrevented) onKeyDown(event)
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <ReactFlow<CanvasNode, LinkEdge>
        aria-label={label}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgeClick={onEdgeClick}
        onPaneClick={onPaneClick}
        onConnect={onConnect}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        ariaLabelConfig={words}
        {...behaviour}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} />
        <GraphTools components={named} onFind={onFind} isFull={isFull} onFill={onFill} />
      </ReactFlow>
    </div>
  )
}

const nameOf = (id: string): string => inId(id).name

const isComponent = (target: EventTarget): boolean =>
  target instanceof Element && target.classList.contains('react-flow__node')

/** Where components and notes are, and those that are chosen. */
function useBoxes({ drawing, places, scale }: Editor, selection: Selection) {
  const notes = drawing?.notes
  const all = useMemo(() => {
    const cards = [...places].map(([name, place]) => [name, { ...place, ...CARD }] as const)
    const drawn = notes?.map((note, at) => [note.key, noteBox(note, at, scale)] as const)
    return { cards, notes: drawn ?? [] }
  }, [places, notes, scale])
  const boxes = useKept(useMemo(() => [...all.cards, ...all.notes].map(([, box]) => box), [all]))
  const chosen = [
    ...all.cards.filter(([name]) => selection.components.has(name)),
    ...all.notes.filter(([key]) => selection.notes.has(key)),
  ].map(([, box]) => box)
  return { boxes, chosen }
}

function useDrawn(props: CanvasProps, entry: string | undefined, { dragged, resized }: Moving) {
  const { editor, selection, select, faults, states, isEditable } = props
  const { drawing, places, direction, scale } = editor
  const { groups = noGroups, components, notes, links } = drawing ?? {}
  const onChoose = useStable((name: string) => {
    const group = groups.find((one) => one.name === name)
    if (group !== undefined) select(onlyComponents(...group.components))
  })
  const still = useMemo(() => framesOf({ groups, places }, onChoose), [groups, places, onChoose])
  const frames = useMemo(
    () => framesNow(still, { groups, places }, selection, dragged),
    [still, groups, places, selection, dragged],
  )
  const last = useRef<readonly (ComponentNode | NoteNode)[]>([])
  const fixed = useMemo(() => {
    const shown = { places, direction, scale, faults, states, isEditable, entry }
    const isDrawn = components !== undefined && notes !== undefined
    const now = isDrawn ? [...notesOf({ notes }, shown), ...cardsOf({ components }, shown)] : []
    last.current = keptNodes(now, last.current)
    return last.current
  }, [components, notes, places, direction, scale, faults, states, isEditable, entry])
  const cards = useMemo(() => {
    const isChosen = (id: string) => {
      const { kind, name } = inId(id)
      return (kind === 'note' ? selection.notes : selection.components).has(name)
    }
    return withChoice<ComponentNode | NoteNode>(fixed, isChosen, { dragged, resized })
  }, [fixed, selection, dragged, resized])
  const nodes = useMemo(() => [...frames, ...cards], [frames, cards])
  const edges = useMemo(
    () => (links === undefined ? [] : edgesOf(links, selection.link, isEditable, states)),
    [links, selection.link, isEditable, states],
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
