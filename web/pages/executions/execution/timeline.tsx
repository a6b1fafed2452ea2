import { Text, VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { duration } from '../../../ui/time.tsx'
import type { Row } from './rows.ts'
import { type Span, ticksOf } from './scale.ts'
import { StepRow } from './step-row.tsx'
import classes from './timeline.module.css'
import { useVisibleRows } from './visible-rows.ts'

export const ROW_PX = 32
const COLUMNS = 4

interface TimelineTableProps {
  readonly rows: readonly Row[]
  readonly span: Span
  readonly selected: string | undefined
  readonly onSelect: (stepId: string) => void
  readonly onTurn: (stepId: string) => void
}

/**
 * Steps one below the other, each with its bar on one scale of time. Only the lines that are seen are drawn.
 */
export function TimelineTable({ rows, span, selected, onSelect, onTurn }: TimelineTableProps) {
  const scroller = useRef<HTMLElement>(null)
  const { first, end, above, below, onScroll } = useVisibleRows(scroller, rows.length, ROW_PX)
  const ticks = ticksOf(span)
  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
      tabIndex={0}
      aria-label="Timeline"
    >
      <table className={classes['table']} aria-label="Steps" aria-rowcount={rows.length + 1}>
        <Head span={span} ticks={ticks} />
        <tbody>
          <Gap px={above} />
          {rows.slice(first, end).map((row, at) =>
            row.kind === 'note' ? (
              <tr key={row.key} aria-rowindex={first + at + 2}>
                <td colSpan={COLUMNS} style={{ paddingLeft: 12 + row.depth * 18 + 24 }}>
                  <Text size="sm" c="dimmed">
                    {row.text}
                  </Text>
                </td>
              </tr>
            ) : (
              <StepRow
                key={row.key}
                row={row}
                index={first + at + 2}
                span={span}
                ticks={ticks}
                isSelected={row.step.id === selected}
                onSelect={onSelect}
                onTurn={onTurn}
              />
            ),
          )}
          <Gap px={below} />
        </tbody>
      </table>
    </section>
  )
}

interface ScaleProps {
  readonly span: Span
  readonly ticks: readonly number[]
}

const Head = (scale: ScaleProps) => (
  <thead>
    <tr>
      <th scope="col" className={classes['step']}>
        Step
      </th>
      <th scope="col" className={classes['result']}>
        Result
      </th>
      <th scope="col" className={classes['took']}>
        Duration
      </th>
      <th scope="col">
        <VisuallyHidden>Time</VisuallyHidden>
        <Scale {...scale} />
      </th>
    </tr>
  </thead>
)

const Gap = ({ px }: { readonly px: number }) =>
  px > 0 && (
    <tr aria-hidden style={{ height: px }}>
      <td colSpan={COLUMNS} />
    </tr>
  )

function Scale({ span, ticks }: ScaleProps) {
  const length = Math.max(span.to - span.from, 1)
  return (
    <div className={classes['scale']} aria-hidden>
      {ticks.map((tick) => (
        <span key={tick} className={classes['tick']} style={{ left: `${(tick / length) * 100}%` }}>
          {tickText(tick)}
        </span>
      ))}
    </div>
  )
}

const tickText = (tick: number): string =>
  duration(tick)
    .replace('.0 s', ' s')
    .replace(/ 0 (s|min)$/, '')
