import { ControlButton, Controls, MiniMap, Panel, useStore } from '@xyflow/react'
import { Expand, Shrink } from 'lucide-react'
import { memo } from 'react'
import { FindComponent } from './find-component.tsx'
import classes from './graph.module.css'
import type { GraphComponent } from './model.ts'

/** Above it the overview in the corner helps. */
const MANY_COMPONENTS = 12
/** Below it the overview takes less. */
const WIDE = 700
const smallOverview = { width: 120, height: 90 }

/** Notes and frames are behind components, and lighter. */
const colourInOverview = ({ type }: { readonly type?: string | undefined }): string =>
  type === 'component'
    ? 'var(--mantine-color-dimmed)'
    : 'light-dark(var(--mantine-color-gray-3), var(--mantine-color-dark-5))'

interface GraphToolsProps {
  readonly components: readonly Pick<GraphComponent, 'name'>[]
  readonly onFind: (name: string | undefined) => void
  readonly isFull: boolean
  readonly onFill: (isFull: boolean) => void
}

/** The search, the overview of large graphs, zoom and full screen. */
export const GraphTools = memo(Tools)

function Tools({ components, onFind, isFull, onFill }: GraphToolsProps) {
  const isWide = useStore(({ width }) => width >= WIDE)
  return (
    <>
      <Panel position="top-right">
        <FindComponent components={components} onFind={onFind} />
      </Panel>
      {components.length >= MANY_COMPONENTS && (
        <MiniMap
          className={classes['overview']!}
          {...(!isWide && { style: smallOverview })}
          position="bottom-right"
          pannable
          nodeColor={colourInOverview}
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
