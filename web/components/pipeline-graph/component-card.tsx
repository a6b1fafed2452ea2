import { VisuallyHidden } from '@mantine/core'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Minus, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { lookOf } from '../../ui/status.tsx'
import { duration } from '../../ui/time.tsx'
import { lookOfType } from './component-types.ts'
import classes from './graph.module.css'
import type { Direction } from './layout.ts'
import type { ComponentState, FaultCount, GraphComponent } from './model.ts'
import { rowsInWords } from './row-counts.ts'

export type ComponentNode = Node<
  {
    readonly component: GraphComponent
    readonly state: ComponentState | undefined
    readonly faults: FaultCount | undefined
    readonly direction: Direction
    /** Links can be drawn from it and to it. */
    readonly isEditable?: boolean
  },
  'component'
>

/**
 * A component in the graph: its icon and name, and below it its type or its state in an execution. A card
 * that is only moved or chosen is not rendered: what is around it is.
 */
export const ComponentCard = memo(Card, (before, now) => before.data === now.data)

function Card({ data }: NodeProps<ComponentNode>) {
  const { component, state, direction, isEditable = false } = data
  const { icon: Icon, title } = lookOfType(component.type)
  const [target, source] = sidesOf(direction)
  return (
    <div
      className={classes['card']}
      data-skipped={component.skipped === true || undefined}
      data-editable={isEditable || undefined}
      data-colour={state === undefined ? undefined : lookOf(state.status).colour}
      title={state?.message === undefined ? component.name : `${component.name}\n${state.message}`}
    >
      <Handle type="target" position={target} isConnectable={isEditable} className={classes['handle']!} />
      <span className={classes['icon']}>
        <Icon size={20} aria-hidden strokeWidth={1.75} />
      </span>
      <span className={classes['texts']}>
        <span className={classes['name']}>{component.name}</span>{' '}
        {state === undefined ? <span className={classes['type']}>{title}</span> : <StateLine state={state} />}
      </span>
      {component.skipped === true && (
        <span className={classes['mark']} data-kind="skipped">
          <Minus size={12} aria-hidden /> skipped
        </span>
      )}
      <FaultMark faults={data.faults} />
      <Handle type="source" position={source} isConnectable={isEditable} className={classes['handle']!} />
    </div>
  )
}

/**
 * Word and duration are never cut: what does not fit goes to a second line. A count of rows takes the place
 * of the word.
 */
function StateLine({ state: { status, durationMs, detail, rows } }: { readonly state: ComponentState }) {
  const { icon: Icon } = lookOf(status)
  return (
    <span className={classes['state']}>
      <Icon size={12} aria-hidden className={status === 'RUNNING' ? classes['turning'] : undefined} />{' '}
      {rows === undefined ? (
        <span className={classes['word']}>{status}</span>
      ) : (
        <VisuallyHidden>{status}</VisuallyHidden>
      )}
      {detail !== undefined && <span className={classes['detail']}>&nbsp;· {detail}</span>}
      {rows !== undefined && <span className={classes['detail']}>&nbsp;· {rowsInWords(rows)}</span>}
      {durationMs !== undefined && <span className={classes['took']}>&nbsp;· {duration(durationMs)}</span>}
    </span>
  )
}

function FaultMark({ faults }: { readonly faults: FaultCount | undefined }) {
  const { errors = 0, warnings = 0 } = faults ?? {}
  if (errors + warnings === 0) return null
  const words = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')]
  return (
    <span className={classes['mark']} data-kind={errors > 0 ? 'error' : 'warning'}>
      <TriangleAlert size={12} aria-hidden />
      <span aria-hidden>{errors + warnings}</span>
      <VisuallyHidden>{words.filter((word) => word !== false).join(', ')}</VisuallyHidden>
    </span>
  )
}

/** Why a component failed describes its card to screen readers, instead of the keys of the graph. */
export const describedBy = (state: ComponentState | undefined) =>
  state?.message === undefined ? {} : { 'aria-describedby': undefined, 'aria-description': state.message }

/** Where links end and begin. */
export const sidesOf = (direction: Direction): readonly [Position, Position] =>
  direction === 'right' ? [Position.Left, Position.Right] : [Position.Top, Position.Bottom]

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
