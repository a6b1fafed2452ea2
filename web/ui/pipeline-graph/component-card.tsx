import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Minus, TriangleAlert } from 'lucide-react'
import { lookOf } from '../status.tsx'
import { duration } from '../time.tsx'
import { lookOfType } from './component-types.ts'
import classes from './graph.module.css'
import type { ComponentState, FaultCount, GraphComponent } from './model.ts'

export type ComponentNode = Node<
  {
    readonly component: GraphComponent
    readonly state: ComponentState | undefined
    readonly faults: FaultCount | undefined
  },
  'component'
>

/** A component in the drawing: icon, name, and below it its type or how it stands in an execution. */
export function ComponentCard({ data: { component, state, faults } }: NodeProps<ComponentNode>) {
  const { icon: Icon, title } = lookOfType(component.type)
  const count = (faults?.errors ?? 0) + (faults?.warnings ?? 0)
  return (
    <div
      className={classes['card']}
      data-skipped={component.skipped === true || undefined}
      data-colour={state === undefined ? undefined : lookOf(state.status).colour}
      title={component.name}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes['handle']!} />
      <span className={classes['icon']}>
        <Icon size={20} aria-hidden strokeWidth={1.75} />
      </span>
      <span className={classes['texts']}>
        <span className={classes['name']}>{component.name}</span>
        {state === undefined ? <span className={classes['type']}>{title}</span> : <StateLine state={state} />}
      </span>
      {component.skipped === true && (
        <span className={classes['mark']} data-kind="skipped">
          <Minus size={12} aria-hidden /> skipped
        </span>
      )}
      {count > 0 && (
        <span className={classes['mark']} data-kind={faults!.errors > 0 ? 'error' : 'warning'}>
          <TriangleAlert size={12} aria-hidden /> {count}
        </span>
      )}
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes['handle']!} />
    </div>
  )
}

function StateLine({ state: { status, durationMs, detail } }: { readonly state: ComponentState }) {
  const { icon: Icon } = lookOf(status)
  const behind = [detail, durationMs === undefined ? undefined : duration(durationMs)]
  return (
    <span className={classes['state']}>
      <Icon size={12} aria-hidden className={status === 'RUNNING' ? classes['turning'] : undefined} />{' '}
      {[status, ...behind.filter((text) => text !== undefined)].join(' · ')}
    </span>
  )
}

/** What a screen reader says of a component in the drawing. */
export function spokenName({ component, state, faults }: ComponentNode['data']): string {
  const parts = [component.name, lookOfType(component.type).title]
  if (component.skipped === true) parts.push('skipped')
  if (state !== undefined) parts.push(state.status)
  if (state?.detail !== undefined) parts.push(state.detail)
  if (state?.durationMs !== undefined) parts.push(duration(state.durationMs))
  if (faults !== undefined && faults.errors > 0) parts.push(counted(faults.errors, 'error'))
  if (faults !== undefined && faults.warnings > 0) parts.push(counted(faults.warnings, 'warning'))
  return parts.join(', ')
}

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
