import { Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { CornerDownRight, ScrollText, Workflow } from 'lucide-react'
import type { Execution, Step } from '../../../components/executions/shapes.ts'
import { Took } from '../../../components/executions/took.tsx'
import { paths } from '../../../paths.ts'
import { bytesText } from '../../../ui/bytes.ts'
import { ButtonLink } from '../../../ui/link.tsx'
import { Status } from '../../../ui/status.tsx'
import { exactTime } from '../../../ui/time.tsx'
import { Changes } from './changes.tsx'
import classes from './execution.module.css'
import { Facts } from './facts.tsx'
import { pageSource } from './page-source.ts'
import { StepAssets } from './step-assets.tsx'
import { StepGates } from './step-gates.tsx'
import { StepInputs } from './step-inputs.tsx'
import { fullName } from './tree.ts'

interface StepDetailsProps {
  readonly step: Step
  readonly execution: Execution
  readonly onClose: () => void
  readonly onLog: () => void
}

/** Everything about one step. */
export function StepDetails({ step, execution, onClose, onLog }: StepDetailsProps) {
  const { name, result, message, variableChanges, moreVariableChanges, reused } = step
  return (
    <Paper
      component="section"
      withBorder
      p="sm"
      className={classes['aside']!}
      aria-label={`Step ${fullName(step)}`}
    >
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} size="h3" className={classes['wrap']!}>
            {name}
          </Title>
          <CloseButton aria-label="Close step" onClick={onClose} />
        </Group>
        <Group gap="xs">
          <Status status={result} />
          {reused === true && (
            <Text size="xs" c="dimmed">
              kept from the earlier execution
            </Text>
          )}
        </Group>
        {message !== undefined && <pre className={classes['message']}>{message}</pre>}
        <StepGates step={step} />
        <Facts facts={factsOf(step)} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<ScrollText size={14} aria-hidden />}
            onClick={onLog}
          >
            Show in log
          </Button>
          <InPipeline step={step} execution={execution} />
          <ChildExecution step={step} />
        </Group>
        <StepAssets step={step} execution={execution} />
        <StepInputs key={step.id} step={step} execution={execution} />
        {variableChanges !== undefined && variableChanges.length > 0 && (
          <>
            <Title order={3} size="h4">
              Changed variables
            </Title>
            <Changes changes={variableChanges} isCut={moreVariableChanges === true} />
          </>
        )}
      </Stack>
    </Paper>
  )
}

function ChildExecution({ step: { childPipeline } }: Pick<StepDetailsProps, 'step'>) {
  if (childPipeline === undefined) return null
  return (
    <ButtonLink
      to={paths.execution}
      params={{ executionId: childPipeline.id }}
      size="xs"
      variant="default"
      leftSection={<CornerDownRight size={14} aria-hidden />}
    >
      Execution of {childPipeline.name}
    </ButtonLink>
  )
}

/** Leads to the component of a step in the files that ran. */
function InPipeline({ step, execution }: Pick<StepDetailsProps, 'step' | 'execution'>) {
  const { projectId, pipelineName, pipelineExecutionId } = execution
  // Steps of children are shown on their own executions, which know the name of the pipeline.
  if (!step.id.startsWith(pipelineExecutionId)) return null
  return (
    <ButtonLink
      to={paths.pipelines}
      params={{ projectId }}
      search={{ ...pageSource(execution), pipeline: pipelineName, component: step.name }}
      size="xs"
      variant="default"
      leftSection={<Workflow size={14} aria-hidden />}
    >
      Show component
    </ButtonLink>
  )
}

const factsOf = ({ type, iteration, attempt, startedAt, finishedAt, rowCount, byteCount }: Step) => [
  { name: 'Type', value: type },
  ...(iteration === undefined ? [] : [{ name: 'Iteration', value: String(iteration) }]),
  ...(attempt === 1 ? [] : [{ name: 'Attempt', value: String(attempt) }]),
  { name: 'Started', value: exactTime(startedAt) },
  { name: 'Ended', value: finishedAt === undefined ? '–' : exactTime(finishedAt) },
  { name: 'Took', value: <Took from={startedAt} to={finishedAt} /> },
  ...(rowCount === undefined ? [] : [{ name: 'Rows', value: rowCount.toLocaleString() }]),
  ...(byteCount === undefined ? [] : [{ name: 'Bytes', value: bytesText(byteCount) }]),
]
