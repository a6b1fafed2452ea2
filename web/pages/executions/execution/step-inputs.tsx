import { Anchor, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import type { Execution, Step, StepDetails } from '../../../components/executions/shapes.ts'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import classes from './execution.module.css'
import { ValueText } from './value-text.tsx'

interface StepInputsProps {
  readonly step: Step
  readonly execution: Execution
}

/**
 * What a step was executed with: its parameters with variables replaced, and the statements its database got.
 */
export function StepInputs({ step, execution }: StepInputsProps) {
  const [isFull, setFull] = useState(false)
  const { data, error, isFetching } = useStepDetails(execution, step, isFull)
  if (data === undefined) return <ProblemAlert error={error} />
  const { parameters, statements, moreStatements } = data
  const isCut = [...parameters, ...statements].some(({ characters }) => characters !== undefined)
  return (
    <>
      {parameters.length > 0 && (
        <>
          <Heading>Parameters</Heading>
          <ol className={classes['changes']}>
            {parameters.map((one) => (
              <Parameter key={one.name} parameter={one} />
            ))}
          </ol>
        </>
      )}
      {statements.length > 0 && (
        <>
          <Heading>Executed statements</Heading>
          <ol className={classes['changes']}>
            {statements.map(({ text, characters }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: statements of a step never reorder, and may repeat
              <li key={at}>
                <pre className={classes['statement']}>{text}</pre>
                <Length characters={characters} />
                <CopyIcon value={text} label="Copy statement" variant="subtle" />
              </li>
            ))}
          </ol>
        </>
      )}
      {moreStatements !== undefined && (
        <Text size="xs" c="dimmed">
          {moreStatements.toLocaleString()} more statements were not stored.
        </Text>
      )}
      {isCut && !isFull && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setFull(true)}>
          Show full values
        </Anchor>
      )}
      {isCut && isFull && !isFetching && (
        <Text size="xs" c="dimmed">
          Values that are still shortened were not stored in full.
        </Text>
      )}
      <ProblemAlert error={error} />
    </>
  )
}

/** A running step is read again when it ends. */
const useStepDetails = ({ projectId }: Execution, { id, result }: Step, full: boolean) =>
  useQuery({
    queryKey: ['step details', id, result, full],
    queryFn: async () => {
      // The id of a step is that of its execution, which may be a child, and its position.
      const pipelineExecutionId = id.slice(0, id.lastIndexOf('-'))
      const { data, error } = await client.GET(
        '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps/{stepId}',
        { params: { path: { projectId, pipelineExecutionId, stepId: id }, query: { full } } },
      )
      if (error !== undefined) throw error
      return data
    },
    placeholderData: (before) => (before?.id === id ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} size="h4">
      {children}
    </Title>
  )
}

function Parameter({ parameter }: { readonly parameter: StepDetails['parameters'][number] }) {
  const { name, value, characters } = parameter
  return (
    <li>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <ValueText value={shownValue(value)} isShortened={characters !== undefined} />
      <Length characters={characters} />
    </li>
  )
}

function Length({ characters }: { readonly characters: number | undefined }) {
  if (characters === undefined) return null
  return (
    <Group gap={4}>
      <Text size="xs" c="dimmed">
        {characters.toLocaleString()} characters in all
      </Text>
    </Group>
  )
}

/** Texts as they are, rows of texts as a grid, everything else as JSON. */
function shownValue(value: unknown): string | string[][] {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) return value
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join('\n')
    : JSON.stringify(value, null, 2)
}

const isRow = (item: unknown): item is string[] =>
  Array.isArray(item) && item.every((cell) => typeof cell === 'string')
