import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import classes from './graph.module.css'
import { type Link, labelOf, toneOf } from './links.ts'

export type LinkEdge = Edge<{ readonly link: Link }, 'link'>

/** A link with its arrow, coloured and labelled by its condition. */
export function LinkLine(props: EdgeProps<LinkEdge>) {
  const { id, data, sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition } = props
  const link = data!.link
  const end = { x: targetX - 2, y: targetY }
  const [path, middleX, middleY] = getBezierPath({
    ...{ sourceX, sourceY, sourcePosition, targetPosition },
    targetX: end.x - 7,
    targetY: end.y,
  })
  const label = labelOf(link)
  return (
    <g className={classes['link']} data-tone={toneOf(link)}>
      <BaseEdge id={id} path={path} className={classes['line']!} interactionWidth={0} />
      <path d={`M${end.x - 9},${end.y - 5} L${end.x},${end.y} L${end.x - 9},${end.y + 5} Z`} />
      {label !== '' && (
        <EdgeLabelRenderer>
          <span
            className={classes['label']}
            data-tone={toneOf(link)}
            style={{ transform: `translate(-50%, -50%) translate(${middleX}px, ${middleY}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </g>
  )
}
