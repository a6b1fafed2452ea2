import { Button, Code, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { type AgentTask, inputText, type PendingDecision } from '../shapes.ts'
import { Questions } from './questions.tsx'

/**
 * The calls that wait until the creator of the task approves or rejects them, and the questions that wait for
 * answers.
 */
export function Decisions({ task: { taskId, pendingDecisions, isOwn } }: { readonly task: AgentTask }) {
  if (pendingDecisions.length === 0) return null
  return (
    <Stack gap="sm" component="section" aria-label="Decisions">
      <Title order={2} size="h4">
        The agent asks
      </Title>
      {pendingDecisions.map((decision) => (
        <Decision key={decision.toolId} taskId={taskId} decision={decision} isOwn={isOwn} />
      ))}
    </Stack>
  )
}

interface DecisionProps {
  readonly taskId: string
  readonly decision: PendingDecision
  /** Only the creator decides. */
  readonly isOwn: boolean
}

function Decision({ taskId, decision, isOwn }: DecisionProps) {
  const { toolId, toolName, toolInput, permissionMessage, questions } = decision
  if (questions !== undefined)
    return (
      <Paper withBorder p="sm">
        <Questions taskId={taskId} toolId={toolId} questions={questions} isOwn={isOwn} />
      </Paper>
    )
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Text fw={600} size="sm">
          {permissionMessage.title}
        </Text>
        <Text size="sm">The agent asks to call {toolName} with:</Text>
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {inputText(toolInput)}
        </Code>
        {isOwn ? (
          <Answer taskId={taskId} toolId={toolId} />
        ) : (
          <Text size="sm">Its creator decides: the task acts with the rights of its creator.</Text>
        )}
      </Stack>
    </Paper>
  )
}

function Answer({ taskId, toolId }: { readonly taskId: string; readonly toolId: string }) {
  const [reason, setReason] = useState('')
  const decide = api.useMutation('post', '/v1/ai/agents/tasks/{taskId}/decisions', {
    onSettled: () => void invalidate('/v1/ai/agents/tasks/{taskId}'),
  })
  function send(approved: boolean): void {
    const why = !approved && reason.trim() !== '' ? { reason } : {}
    const decisions = [{ type: 'tool' as const, id: toolId, approved, ...why }]
    decide.mutate({ params: { path: { taskId } }, body: { decisions } })
  }
  return (
    <>
      <ProblemAlert error={decide.error} />
      <TextInput
        label="Reason"
        description="Passed on to the agent if you reject the call"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          leftSection={<Check size={16} aria-hidden />}
          loading={decide.isPending}
          onClick={() => send(true)}
        >
          Approve
        </Button>
        <Button
          variant="default"
          leftSection={<X size={16} aria-hidden />}
          disabled={decide.isPending}
          onClick={() => send(false)}
        >
          Reject
        </Button>
      </Group>
    </>
  )
}
