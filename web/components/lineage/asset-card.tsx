import { Handle, type Node, type NodeProps } from '@xyflow/react'
import { EyeOff } from 'lucide-react'
import { sidesOf } from '../pipeline-graph/component-card.tsx'
import classes from '../pipeline-graph/graph.module.css'
import type { Direction } from '../pipeline-graph/layout.ts'
import { type Card, hiddenText } from './drawing.ts'
import { type AssetNode, kinds } from './shapes.ts'

export type AssetCardNode = Node<{ readonly card: Card; readonly direction: Direction }, 'asset'>

/** An asset in the graph: its icon, its name and where it is. What is hidden is dashed, and has no name. */
export function AssetCard({ data: { card, direction } }: NodeProps<AssetCardNode>) {
  const [target, source] = sidesOf(direction)
  const Icon = card.kind === 'hidden' ? EyeOff : kinds[card.asset.kind].icon
  return (
    <div
      className={classes['card']}
      data-skipped={card.kind === 'hidden' || undefined}
      title={card.kind === 'hidden' ? hiddenText(card.count) : `${card.asset.name}\n${card.asset.namespace}`}
    >
      <Handle type="target" position={target} isConnectable={false} className={classes['handle']!} />
      <span className={classes['icon']}>
        <Icon size={20} aria-hidden strokeWidth={1.75} />
      </span>
      <span className={classes['texts']}>
        {card.kind === 'hidden' ? (
          <>
            <span className={classes['name']}>{card.count === 1 ? '1 asset' : `${card.count} assets`}</span>{' '}
            <span className={classes['type']}>you may not open {card.count === 1 ? 'it' : 'them'}</span>
          </>
        ) : (
          <>
            <span className={classes['name']}>{namesOf(card.asset)[0]}</span>{' '}
            <span className={classes['type']}>{namesOf(card.asset)[1]}</span>
          </>
        )}
      </span>
      <Handle type="source" position={source} isConnectable={false} className={classes['handle']!} />
    </div>
  )
}

/** The last part of a name, which tells it apart, and where that is. */
function namesOf({ kind, name, namespace }: AssetNode): readonly [own: string, place: string] {
  const at = name.lastIndexOf(kind === 'TABLE' ? '.' : '/')
  const before = name.slice(0, Math.max(at, 0))
  return [name.slice(at + 1) || name, [before, namespace].filter((part) => part !== '').join(' in ')]
}
