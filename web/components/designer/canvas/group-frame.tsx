import type { Node, NodeProps } from '@xyflow/react'
import classes from '../designer.module.css'

export type FrameNode = Node<
  { readonly name: string; readonly isChosen: boolean; readonly onChoose: (name: string) => void },
  'frame'
>

/** The frame around the components of a group, behind them. Its name chooses them; keys do so from the side panel. */
export function GroupFrame({ data: { name, isChosen, onChoose } }: NodeProps<FrameNode>) {
  return (
    <div className={classes['frame']} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className="nodrag nopan"
        tabIndex={-1}
        title={name}
        onClick={() => onChoose(name)}
      >
        {name}
      </button>
    </div>
  )
}
