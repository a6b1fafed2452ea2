import { ActionIcon, Anchor, Text } from '@mantine/core'
import { ChevronDown, ChevronRight, CornerDownRight } from 'lucide-react'
import { memo } from 'react'
import type { Step } from '../../../components/executions/shapes.ts'
import { Took } from '../../../components/executions/took.tsx'
import { lookOfType } from '../../../components/pipeline-graph/component-types.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { lookOf } from '../../../ui/status.tsx'
import type { Row } from './rows.ts'
import { placeIn, type Span } from './scale.ts'
import classes from './timeline.module.css'
import { fullName } from './tree.ts'

interface StepRowProps {
  readonly row: Extract<Row, { kind: 'step' }>
  readonly index: number
  readonly span: Span
  readonly ticks: readonly number[]
  readonly isSelected: boolean
  readonly onSelect: (stepId: string) => void
  readonly onTurn: (stepId: string) => void
}

/** One step: what it is called, how it ended, how long it took and when that was. */
export const StepRow = memo(function StepRow(props: StepRowProps) {
  const { row, index, span, ticks, isSelected, onSelect, onTurn } = props
  const { step, depth } = row
  const { icon: Icon } = lookOfType(step.type)
  return (
    <tr aria-rowindex={index} data-selected={isSelected || undefined}>
      <td style={{ paddingLeft: 6 + depth * 18 }}>
        <div className={classes['name']}>
          <Turner row={row} onTurn={onTurn} />
          <Icon size={15} aria-hidden strokeWidth={1.75} />
          <Anchor
            component="button"
            type="button"
            size="sm"
            c="inherit"
            ta="left"
            aria-pressed={isSelected}
            title={fullName(step)}
            onClick={() => onSelect(step.id)}
          >
            {shortName(step)}
          </Anchor>
          {step.childPipeline !== undefined && (
            <PageLink
              to={paths.execution}
              params={{ executionId: step.childPipeline.id }}
              size="xs"
              className={classes['child'] ?? ''}
              aria-label={`Execution of ${step.childPipeline.name}`}
              title={`Execution of ${step.childPipeline.name}`}
            >
              <CornerDownRight size={14} aria-hidden />
            </PageLink>
          )}
        </div>
      </td>
      <td>
        <Result step={step} />
      </td>
      <td className={classes['took']}>
        <Took from={step.startedAt} to={step.finishedAt} />
      </td>
      <td>
        <Lane step={step} span={span} ticks={ticks} />
      </td>
    </tr>
  )
})

function shortName(step: Step): string {
  const { name, iteration, attempt } = step
  const place = [
    ...(iteration === undefined ? [] : [`[${iteration}]`]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ]
  return [name, ...place].join(' ')
}

function Turner({ row: { step, isOpen, insideCount }, onTurn }: Pick<StepRowProps, 'row' | 'onTurn'>) {
  if (isOpen === undefined) return <span style={{ width: 24, flex: 'none' }} />
  const what = step.childPipeline === undefined ? `${insideCount.toLocaleString()} runs` : 'steps'
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      aria-expanded={isOpen}
      aria-label={`${what} inside ${fullName(step)}`}
      onClick={() => onTurn(step.id)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

function Result({ step: { result, reused } }: { readonly step: Step }) {
  const { colour, icon: Icon } = lookOf(result)
  return (
    <Text component="span" size="xs" className="nowrap" c={`var(--mantine-color-${colour}-light-color)`}>
      <Icon size={13} aria-hidden style={{ verticalAlign: '-2px' }} /> {result}
      {reused === true && ' · kept'}
    </Text>
  )
}

function Lane({ step, span, ticks }: Pick<StepRowProps, 'span' | 'ticks'> & { readonly step: Step }) {
  const place = placeIn(span, step.startedAt, step.finishedAt)
  const length = Math.max(span.to - span.from, 1)
  const colour = `var(--mantine-color-${lookOf(step.result).colour}-6)`
  return (
    <div className={classes['lane']} aria-hidden>
      {ticks.map((tick) => (
        <span key={tick} className={classes['grid']} style={{ left: `${(tick / length) * 100}%` }} />
      ))}
      {place !== undefined && (
        <span
          className={classes['bar']}
          data-running={step.result === 'RUNNING' || undefined}
          style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%`, '--bar': colour } as object}
        />
      )}
    </div>
  )
}
