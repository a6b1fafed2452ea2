import { ControlButton, Controls, MiniMap, Panel } from '@xyflow/react'
import { Expand, Shrink } from 'lucide-react'
import { FindComponent } from './find-component.tsx'
import classes from './graph.module.css'
import type { GraphComponent } from './model.ts'

/** Above it the overview in the corner helps. */
const MANY_COMPONENTS = 12

interface GraphToolsProps {
  readonly components: readonly GraphComponent[]
  readonly onFind: (name: string | undefined) => void
  readonly isFull: boolean
  readonly onFill: (isFull: boolean) => void
}

/** The search, the overview of large graphs, zoom and full screen. */
export function GraphTools({ components, onFind, isFull, onFill }: GraphToolsProps) {
  return (
    <>
      <Panel position="top-right">
        <FindComponent components={components} onFind={onFind} />
      </Panel>
      {components.length >= MANY_COMPONENTS && (
        <MiniMap
          className={classes['overview']!}
          position="bottom-right"
          pannable
          nodeColor="var(--mantine-color-dimmed)"
          maskColor="light-dark(rgb(0 0 0 / 12%), rgb(0 0 0 / 45%))"
        />
      )}
      <Controls showInteractive={false} position="bottom-left">
        <ControlButton
          onClick={() => onFill(!isFull)}
          title={isFull ? 'Leave full screen' : 'Full screen'}
          aria-label={isFull ? 'Leave full screen' : 'Full screen'}
        >
          {isFull ? <Shrink aria-hidden /> : <Expand aria-hidden />}
        </ControlButton>
      </Controls>
    </>
  )
}
