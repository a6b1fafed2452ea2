import { Button, Checkbox, Group, List, Progress, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { invalidate } from '../../api/client.ts'
import { sentenceOf } from '../../api/problem.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { cancelOne } from './cancel.ts'
import { rerunOne } from './rerun.ts'
import type { Execution } from './shapes.ts'

export type BulkAction = 'cancel' | 'rerun'

interface BulkDialogProps {
  readonly action: BulkAction
  readonly executions: readonly Execution[]
  /**
   * What was done was done, also when the dialog or the page is left before its end: then nothing more is
   * begun.
   */
  readonly onClose: () => void
}

/**
 * Asks before selected executions are cancelled or rerun, does it one by one, and says what became of each.
 */
export function BulkDialog({ action, executions, onClose }: BulkDialogProps) {
  const [isForced, setForced] = useState(false)
  const [from, setFrom] = useState<'START' | 'FAILED_STEP'>('START')
  const work = useOneByOne(executions, (execution) =>
    action === 'cancel' ? cancelled(execution, isForced) : rerun(execution, from),
  )
  const what = executions.length === 1 ? '1 execution' : `${executions.length} executions`
  return (
    <Dialog
      opened
      onClose={onClose}
      title={action === 'cancel' ? `Cancel ${what}?` : `Rerun ${what}?`}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {work.outcomes === undefined && (
          <>
            <Text size="sm">{explained(action, executions)}</Text>
            {action === 'cancel' ? (
              <Checkbox
                label="Do not wait for running components"
                description="Work they have started may still take effect"
                checked={isForced}
                onChange={(event) => setForced(event.currentTarget.checked)}
              />
            ) : (
              <RerunFrom value={from} onChange={setFrom} />
            )}
          </>
        )}
        {work.outcomes !== undefined && (
          <Outcomes executions={executions} outcomes={work.outcomes} isOver={work.isOver} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {work.outcomes === undefined ? 'Back' : work.isOver ? 'Close' : 'Stop'}
          </Button>
          {work.outcomes === undefined && (
            <Button {...(action === 'cancel' && { color: 'red' })} onClick={() => void work.start()}>
              {action === 'cancel' ? `Cancel ${what}` : `Rerun ${what}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface Outcome {
  readonly isGood: boolean
  readonly text: string
}

/** Works on one after another, so that a hundred of them do not reach the server at once. */
function useOneByOne(executions: readonly Execution[], act: (execution: Execution) => Promise<string>) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | undefined>()
  const stopping = useRef<AbortController>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  async function start(): Promise<void> {
    const mine = new AbortController()
    stopping.current = mine
    setOutcomes([])
    for (const execution of executions) {
      if (mine.signal.aborted) break
      const outcome = await act(execution).then(
        (text) => ({ isGood: true, text }),
        (error: unknown) => ({ isGood: false, text: sentenceOf(error) }),
      )
      setOutcomes((before = []) => [...before, outcome])
    }
    await invalidate('/v1/pipeline-executions')
  }
  return { outcomes, isOver: outcomes?.length === executions.length, start }
}

async function cancelled({ pipelineExecutionId }: Execution, isForced: boolean): Promise<string> {
  const done = await cancelOne(pipelineExecutionId, isForced)
  return done.cancelled > 0 ? 'Cancelled' : 'Cancelling: ends when its components have stopped'
}

async function rerun(execution: Execution, from: 'START' | 'FAILED_STEP'): Promise<string> {
  return `Rerun started: ${await rerunOne(execution, from)}`
}

function explained(action: BulkAction, executions: readonly Execution[]): string {
  if (action === 'cancel') {
    return 'Queued executions end immediately. Running ones end when their components have stopped. Completed work is not undone.'
  }
  const environments = [...new Set(executions.map(({ environmentName }) => environmentName))].join(', ')
  return `Each runs again in its environment (${environments}), with its version and its values. Its earlier effects are not undone.`
}

interface RerunFromProps {
  readonly value: 'START' | 'FAILED_STEP'
  readonly onChange: (value: 'START' | 'FAILED_STEP') => void
}

function RerunFrom({ value, onChange }: RerunFromProps) {
  return (
    <Radio.Group
      label="Rerun"
      value={value}
      onChange={(chosen) => onChange(chosen === 'FAILED_STEP' ? 'FAILED_STEP' : 'START')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="START" label="From the start, with the current project variables" />
        <Radio value="FAILED_STEP" label="From the failed step; steps that succeeded are kept" />
      </Stack>
    </Radio.Group>
  )
}

interface OutcomesProps {
  readonly executions: readonly Execution[]
  readonly outcomes: readonly Outcome[]
  readonly isOver: boolean
}

function Outcomes({ executions, outcomes, isOver }: OutcomesProps) {
  const failed = outcomes.filter(({ isGood }) => !isGood).length
  const counts = `${outcomes.length} of ${executions.length} done${failed === 0 ? '' : `, ${failed} failed`}`
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {counts}
      </Text>
      {!isOver && <Progress value={(outcomes.length / executions.length) * 100} aria-label="Progress" />}
      <List size="sm" aria-label="Results">
        {outcomes.map(({ isGood, text }, at) => {
          const { pipelineExecutionId, pipelineName, environmentName } = executions[at]!
          return (
            <List.Item key={pipelineExecutionId}>
              {pipelineName}, {environmentName}:{' '}
              <Text span size="sm" c={isGood ? 'dimmed' : 'red'} style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            </List.Item>
          )
        })}
      </List>
    </Stack>
  )
}
