import { Group, Stack, Text, Title } from '@mantine/core'
import type { Step } from '../../../components/executions/shapes.ts'
import { Status } from '../../../ui/status.tsx'

/** What the gates of a step found, those that failed first. */
export function StepGates({ step: { gates = [] } }: { readonly step: Step }) {
  if (gates.length === 0) return null
  const sorted = gates.toSorted((a, b) => Number(a.result === 'PASSED') - Number(b.result === 'PASSED'))
  return (
    <>
      <Title order={3} size="h4">
        Gates
      </Title>
      <Stack component="ul" aria-label="Gates" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {sorted.map(({ name, result, onFailure, expected, actual, keptIn }) => (
          <li key={name}>
            <Group gap="xs">
              <Status status={result === 'FAILED' && onFailure === 'WARN' ? 'WARNING' : result} />
              <Text size="sm" fw={500}>
                {name}
              </Text>
            </Group>
            <Text size="sm">
              Expected {expected}, found {actual}
              {keptIn !== undefined && `. Failed rows are in ${keptIn}`}
            </Text>
          </li>
        ))}
      </Stack>
    </>
  )
}
