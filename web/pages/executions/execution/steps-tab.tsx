import { Alert, Loader, Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { isProblem } from '../../../api/problem.ts'
import { type Execution, isLive, type Step } from '../../../components/executions/shapes.ts'
import { useNow } from '../../../components/executions/took.tsx'
import { PipelineGraph } from '../../../components/pipeline-graph/pipeline-graph.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { componentStates } from './component-states.ts'
import classes from './execution.module.css'
import type { Row } from './rows.ts'
import { StepDetails } from './step-details.tsx'
import { TimelineTable } from './timeline.tsx'
import { usePipeline } from './use-pipeline.ts'
import { useTimeline } from './use-timeline.ts'

interface StepsTabProps {
  readonly execution: Execution
  /** The id of the chosen step. */
  readonly selected: string | undefined
  readonly onSelect: (stepId: string | undefined) => void
  readonly onLog: (stepId: string) => void
}

/** The pipeline as a graph coloured by what happened, and below it every step on a scale of time. */
export function StepsTab({ execution, selected, onSelect, onLog }: StepsTabProps) {
  const { steps, total, error, rows, turn } = useTimeline(execution)
  const now = useNow(isLive(execution.status))
  const chosen = stepOf(rows, selected) ?? steps.find(({ id }) => id === selected)
  const span = spanOf(execution, now)
  return (
    <Stack gap="sm">
      <Graph execution={execution} steps={steps} chosen={chosen} onSelect={onSelect} />
      <ProblemAlert error={error} />
      <div className={classes['columns']}>
        {chosen !== undefined && (
          <StepDetails
            step={chosen}
            execution={execution}
            onClose={() => onSelect(undefined)}
            onLog={() => onLog(chosen.id)}
          />
        )}
        {rows.length === 0 ? (
          <NoSteps execution={execution} isRead={total !== undefined} error={error} />
        ) : (
          <div className={classes['main']}>
            <TimelineTable
              rows={rows}
              span={span}
              selected={selected}
              onSelect={(id) => onSelect(id === selected ? undefined : id)}
              onTurn={turn}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {countSentence(steps.length, total)}
            </Text>
          </div>
        )}
      </div>
    </Stack>
  )
}

interface GraphProps {
  readonly execution: Execution
  readonly steps: readonly Step[]
  readonly chosen: Step | undefined
  readonly onSelect: (stepId: string | undefined) => void
}

function Graph({ execution, steps, chosen, onSelect }: GraphProps) {
  const { data, error } = usePipeline(execution, execution.pipelineName)
  const states = useMemo(() => componentStates(steps), [steps])
  if (error !== null) {
    if (!isProblem(error) || error.status !== 404) return <ProblemAlert error={error} />
    return (
      <Alert color="gray" title="Cannot draw the pipeline">
        Version {execution.versionName} is no longer available. The steps are listed below.
      </Alert>
    )
  }
  if (data === undefined) return null
  return (
    <PipelineGraph
      label={`Graph of ${execution.pipelineName}`}
      components={data.components}
      notes={data.notes}
      groups={data.groups}
      states={states}
      selected={chosen?.name}
      onSelect={(name) => onSelect(name === chosen?.name ? chosen?.id : lastOf(steps, name)?.id)}
      height="min(38vh, 360px)"
    />
  )
}

/** Of a component that ran several times: what runs now, else what failed, else what ended last. */
function lastOf(steps: readonly Step[], name: string | undefined): Step | undefined {
  const own = steps.filter((step) => step.name === name)
  const last = (result: Step['result']) => own.findLast((step) => step.result === result)
  return last('RUNNING') ?? last('FAILED') ?? own.at(-1)
}

function stepOf(rows: readonly Row[], id: string | undefined): Step | undefined {
  const row = rows.find(({ key }) => key === id)
  return row?.kind === 'step' ? row.step : undefined
}

function spanOf({ startedAt, queuedAt, finishedAt }: Execution, now: number) {
  const from = Date.parse(startedAt ?? queuedAt)
  return { from, to: Math.max(finishedAt === undefined ? now : Date.parse(finishedAt), from + 1) }
}

interface NoStepsProps {
  readonly execution: Execution
  readonly isRead: boolean
  /** It is shown elsewhere; here nothing is claimed beside it. */
  readonly error: unknown
}

function NoSteps({ execution, isRead, error }: NoStepsProps) {
  if (error) return null
  if (!isRead) return <Loader aria-label="Loading the steps" />
  return <EmptyState title="No steps yet">{whyNone(execution)}</EmptyState>
}

function whyNone({ status }: Execution): string {
  if (status === 'QUEUED') return 'Waiting for a runner. Steps appear here as they start.'
  if (isLive(status)) return 'Steps appear here as they start.'
  return 'It ended before its first step, or its steps were deleted by retention.'
}

function countSentence(read: number, total = read): string {
  const all = total === 1 ? '1 step' : `${total.toLocaleString()} steps`
  return read < total ? `${read.toLocaleString()} of ${all} are read` : all
}
