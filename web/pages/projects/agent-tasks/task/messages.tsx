import { Code, Loader, Paper, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../../api/client.ts'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { type AgentMessage, type AgentTask, inputText } from '../shapes.ts'

/** More than a task has. */
const ALL = 1_000
const path = '/v1/ai/agents/tasks/{taskId}/messages'

/** The conversation, oldest first. It is read again when the task has changed. */
export function Messages({ task: { taskId, modifiedAt, isOwn } }: { readonly task: AgentTask }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['get', path, taskId, modifiedAt],
    queryFn: async ({ signal }) => {
      const params = { path: { taskId }, query: { limit: ALL } }
      const { data: read, error: refused } = await client.GET(path, { params, signal })
      if (read === undefined) throw refused
      return read
    },
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return error === null ? (
      <Loader aria-label="Loading the messages" />
    ) : (
      <ProblemAlert error={error} onRetry={() => void refetch()} />
    )
  return (
    <Stack gap="xs" component="ol" aria-label="Messages" p={0} m={0} style={{ listStyle: 'none' }}>
      {data.results.map((message, at) => (
        // Messages are only ever added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are known by
        <li key={at}>
          <Message message={message} user={isOwn ? 'You' : 'Creator'} />
        </li>
      ))}
    </Stack>
  )
}

interface MessageProps {
  readonly message: AgentMessage
  /** What the user who gives the task is called. */
  readonly user: string
}

function Message({ message: { data }, user }: MessageProps) {
  const { type, text, toolCalls = [], toolName, isError } = data
  if (type === 'toolResult')
    return (
      <details>
        <summary>
          <Text span size="sm" c={isError ? 'red' : 'dimmed'}>
            {toolName} {isError ? 'failed' : 'answered'}
          </Text>
        </summary>
        <Written text={text} />
      </details>
    )
  return (
    <Paper withBorder p="sm">
      <Text size="sm" fw={600}>
        {type === 'user' ? user : type === 'assistant' ? 'Agent' : 'Headrace'}
      </Text>
      {text !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      )}
      {toolCalls.map((call) => (
        <details key={call.toolId}>
          <summary>
            <Text span size="sm">
              calls {call.toolName}
            </Text>
          </summary>
          <Written text={inputText(call.toolInput)} />
        </details>
      ))}
    </Paper>
  )
}

/** What others wrote, as it is. */
const Written = ({ text }: { readonly text: string }) => (
  <Code
    block
    mah={360}
    tabIndex={0}
    role="region"
    aria-label="Content"
    style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}
  >
    {text}
  </Code>
)
