import { Alert, Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { Check, ListTree, TriangleAlert, X } from 'lucide-react'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { duration } from '../../../ui/time.tsx'
import type { TestAnswer } from '../wire.ts'
import classes from './editor.module.css'
import type { EndpointProps } from './endpoint-props.ts'
import { TestResponse } from './test-response.tsx'

interface TestOutcomeProps extends EndpointProps {
  /** Called when the endpoint has taken over the structure of the response. */
  readonly onStructure: () => void
}

/** The result of the last test of the endpoint. */
export function TestOutcome({ editor, tests, endpoint, onStructure }: TestOutcomeProps) {
  const { answer, error } = tests.of(endpoint.key)
  if (answer === undefined && error === undefined) return null
  return (
    <Paper withBorder p="sm" component="section" aria-label="Test">
      <Stack gap="xs">
        <Title order={3}>Test</Title>
        <ProblemAlert error={error} />
        {answer !== undefined && (
          <>
            <Summary answer={answer} />
            <Warnings warnings={answer.warnings} />
            {answer.structure.length > 0 && (
              <UseStructure
                answer={answer}
                onUse={() => {
                  const { structure, repeatingElements } = answer
                  const repeatingElement = endpoint.repeatingElement || (repeatingElements[0] ?? '')
                  editor.changeEndpoint(endpoint.key, { structure, repeatingElement })
                  onStructure()
                }}
              />
            )}
            {answer.status !== undefined && <TestResponse answer={answer} />}
          </>
        )}
      </Stack>
    </Paper>
  )
}

function Summary({ answer }: { readonly answer: TestAnswer }) {
  const { status, statusText, error, url, durationMs, elementCount, nextPage } = answer
  const isGood = status !== undefined && status < 400
  const Icon = isGood ? Check : X
  return (
    <Stack gap={4} role="status">
      <Group gap="xs">
        <Badge
          color={isGood ? 'green' : 'red'}
          variant="light"
          tt="none"
          size="lg"
          leftSection={<Icon size={14} aria-hidden />}
        >
          {status === undefined ? 'No response' : `${status} ${statusText ?? ''}`.trim()}
        </Badge>
        <Text size="sm">{duration(durationMs)}</Text>
        {elementCount !== undefined && (
          <Text size="sm">
            {elementCount.toLocaleString('en')} {elementCount === 1 ? 'element' : 'elements'}
          </Text>
        )}
      </Group>
      {error !== undefined && <Text size="sm">{error}</Text>}
      <Text size="sm" c="dimmed" className={`monospace ${classes.address}`}>
        {url}
      </Text>
      {nextPage !== undefined && (
        <Text size="sm" className={classes.address!}>
          Next page: <span className="monospace">{nextPage}</span>
        </Text>
      )}
    </Stack>
  )
}

function Warnings({ warnings }: Pick<TestAnswer, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="Warnings">
      <List size="sm">
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function UseStructure({ answer, onUse }: { readonly answer: TestAnswer; readonly onUse: () => void }) {
  const paths = answer.structure.length.toLocaleString('en')
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<ListTree size={14} aria-hidden />}
        onClick={onUse}
      >
        Use this structure
      </Button>
      <Text size="sm" c="dimmed">
        {paths} paths,{' '}
        {answer.repeatingElements.length === 0 ? 'no list' : answer.repeatingElements.join(', ')}
      </Text>
    </Group>
  )
}
