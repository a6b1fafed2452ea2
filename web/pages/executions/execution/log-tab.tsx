import { Alert, Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import { Download as DownloadIcon, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Execution } from '../../../components/executions/shapes.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Find } from './find.tsx'
import { type LogState, logAddress } from './follow-log.ts'
import { findIn, linesOf } from './log.ts'
import { atLeast, type Level } from './log-level.ts'
import { LogLines } from './log-lines.tsx'
import { fullName } from './tree.ts'
import { MAX_LINES, useLog } from './use-log.ts'
import { stepsReadOf } from './use-steps.ts'

interface LogTabProps {
  readonly execution: Execution
  /** Only the lines of this step. */
  readonly stepId: string | undefined
  readonly onStep: (stepId: string | undefined) => void
}

/** The log, following its end while the execution runs: searched, and narrowed to one step. */
export function LogTab({ execution, stepId, onStep }: LogTabProps) {
  const { pipelineExecutionId: executionId } = execution
  const { lines: all, state, isCut } = useLog(executionId)
  const [wanted, want] = useState('')
  const [place, go] = useState(0)
  const [isFollowing, follow] = useState(true)
  const [least, setLeast] = useState<Level>()
  const lines = useMemo(() => atLeast(linesOf(all, stepId), least), [all, stepId, least])
  const found = useMemo(() => findIn(lines, wanted), [lines, wanted])
  const at = found.length === 0 ? undefined : found[Math.min(place, found.length - 1)]
  function goTo(next: number): void {
    follow(false)
    go(next)
  }
  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end">
        <Find
          wanted={wanted}
          onWanted={(text) => {
            want(text)
            goTo(0)
          }}
          place={place}
          count={found.length}
          onPlace={goTo}
        />
        <NativeSelect
          label="Level"
          title="Taken from the word at the beginning of a line, such as ERROR or [warn]"
          size="xs"
          data={LEVELS}
          value={least ?? ''}
          onChange={({ currentTarget: { value } }) => setLeast(value === '' ? undefined : (value as Level))}
        />
        {stepId !== undefined && <OnlyOneStep execution={execution} stepId={stepId} onStep={onStep} />}
        <Switch
          label="Follow"
          checked={isFollowing}
          onChange={(event) => follow(event.currentTarget.checked)}
          mb={5}
        />
        <Download executionId={executionId} />
      </Group>
      {state === 'refused' && (
        <Alert color="red" title="Could not read the log">
          The server rejected the request. Reload the page; you may have to sign in again.
        </Alert>
      )}
      {lines.length === 0 ? (
        <EmptyState title={emptyTitle(stepId, least)}>{emptyReason(state, least)}</EmptyState>
      ) : (
        <LogLines lines={lines} wanted={wanted} current={at} isFollowing={isFollowing} onFollow={follow} />
      )}
      <Text size="xs" c="dimmed" role="status">
        {sentence(lines.length, state)}
        {isCut && ` Only the first ${MAX_LINES.toLocaleString()} are shown; download the rest.`}
      </Text>
    </Stack>
  )
}

const LEVELS = [
  { value: '', label: 'All lines' },
  { value: 'info', label: 'Info and above' },
  { value: 'warning', label: 'Warnings and errors' },
  { value: 'error', label: 'Errors' },
]

function emptyTitle(stepId: string | undefined, least: Level | undefined): string {
  if (least !== undefined) return 'No lines of this level'
  return stepId === undefined ? 'No log lines yet' : 'This step logged nothing'
}

function emptyReason(state: LogState, least: Level | undefined): string {
  if (least !== undefined)
    return 'The level is read from the beginning of each line. Choose All lines to see the rest.'
  return state === 'ended' ? 'Its components printed nothing.' : 'Lines appear here as they are written.'
}

interface OnlyOneStepProps extends Pick<LogTabProps, 'execution' | 'onStep'> {
  readonly stepId: string
}

/** Names the step that the log is narrowed to, and widens it again. */
function OnlyOneStep({ execution, stepId, onStep }: OnlyOneStepProps) {
  const { pipelineExecutionId: executionId, projectId } = execution
  const step = stepsReadOf({ projectId, executionId })?.steps.find(({ id }) => id === stepId)
  return (
    <Button
      size="xs"
      variant="light"
      rightSection={<X size={14} aria-hidden />}
      onClick={() => onStep(undefined)}
    >
      Only {step === undefined ? 'one step' : fullName(step)}: show all
    </Button>
  )
}

const Download = ({ executionId }: { readonly executionId: string }) => (
  <Button
    component="a"
    href={logAddress(executionId)}
    download={`${executionId}.ndjson`}
    size="xs"
    variant="default"
    leftSection={<DownloadIcon size={14} aria-hidden />}
    ml="auto"
  >
    Download
  </Button>
)

const states: Readonly<Record<LogState, string>> = {
  reading: 'More lines appear as they are written.',
  ended: 'The log is complete.',
  waiting: 'Connection lost. Reconnecting…',
  refused: '',
}

const sentence = (count: number, state: LogState): string =>
  `${count === 1 ? '1 line' : `${count.toLocaleString()} lines`}. ${states[state]}`
