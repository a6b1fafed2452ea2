import { BaseEdge, type Edge, type EdgeProps, getBezierPath, Position, useStore } from '@xyflow/react'
import { type ReactNode, useMemo } from 'react'
import { createPortal } from 'react-dom'
import classes from './graph.module.css'
import { type Link, labelOf, toneOf } from './links.ts'

export type LinkEdge = Edge<
  { readonly link: Link /** What a run brought over it. */; readonly count?: string | undefined },
  'link'
>

/** Its point is where the link ends. */
const ARROW = { length: 9, path: 'M-11,-5 L-2,0 L-11,5 Z' } as const

/** A link with its arrow, coloured and labelled by its condition. */
export function LinkLine(props: EdgeProps<LinkEdge>) {
  const { id, data, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const link = data!.link
  const isDown = targetPosition === Position.Top
  const [path, middleX, middleY] = getBezierPath({
    sourceX,
    sourceY,
    sourcePosition,
    targetPosition,
    targetX: isDown ? targetX : targetX - ARROW.length,
    targetY: isDown ? targetY - ARROW.length : targetY,
  })
  const label = [labelOf(link), data?.count].filter(Boolean).join(' · ')
  return (
    <g className={classes['link']} data-tone={toneOf(link)} data-chosen={props.selected || undefined}>
      <BaseEdge
        id={id}
        path={path}
        className={classes['line']!}
        interactionWidth={props.interactionWidth ?? 0}
      />
      <path d={ARROW.path} transform={`translate(${targetX} ${targetY}) rotate(${isDown ? 90 : 0})`} />
      {label !== '' && (
        <LabelLayer>
          <span
            className={classes['label']}
            data-tone={toneOf(link)}
            style={{ transform: `translate(-50%, -50%) translate(${middleX}px, ${middleY}px)` }}
          >
            {label}
          </span>
        </LabelLayer>
      )}
    </g>
  )
}

/**
 * Draws above the links. React Flow's own component searches the page for the layer at every move, for each
 * link.
 */
function LabelLayer({ children }: { readonly children: ReactNode }) {
  const frame = useStore((state) => state.domNode)
  const layer = useMemo(() => frame?.querySelector('.react-flow__edgelabel-renderer'), [frame])
  return layer ? createPortal(children, layer) : null
}
