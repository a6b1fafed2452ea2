import type { Node, NodeProps } from '@xyflow/react'
import classes from './graph.module.css'

interface FrameData extends Record<string, unknown> {
  readonly name: string
  readonly isChosen: boolean
  /** Chooses its components, in a drawing that can be changed. */
  readonly onChoose?: (name: string) => void
}

export type FrameNode = Node<FrameData, 'frame'>

/**
 * The frame around the components of a group, behind them. Its name chooses them; keys do so from the side
 * panel.
 */
export function GroupFrame({ data: { name, isChosen, onChoose } }: NodeProps<FrameNode>) {
  return (
    <div className={classes['group']} data-chosen={isChosen || undefined}>
      {onChoose === undefined ? (
        <span title={name}>{name}</span>
      ) : (
        <button
          type="button"
          className="nodrag nopan"
          tabIndex={-1}
          title={name}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      )}
    </div>
  )
}
