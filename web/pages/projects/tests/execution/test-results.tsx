import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Status } from '../../../../ui/status.tsx'
import { duration } from '../../../../ui/time.tsx'
import type { TestResult } from '../shapes.ts'

interface TestResultsProps {
  readonly tests: readonly TestResult[]
  readonly page: number
  readonly isFiltered: boolean
  readonly onPage: (page: number) => void
}

const SIZE = 50

/** Tests with what they expected: what was not met is shown at once, the rest when it is asked for. */
export function TestResults({ tests, page, isFiltered, onPage }: TestResultsProps) {
  const results = tests.slice(page * SIZE, (page + 1) * SIZE)
  return (
    <DataTable
      label="Tests"
      columns={columns}
      rows={{ results, page, size: SIZE, total: tests.length }}
      rowKey={({ name }) => name}
      onPage={onPage}
      empty={<EmptyState title={isFiltered ? 'No test has failed' : 'No test has started'} />}
    />
  )
}

const columns: readonly Column<TestResult>[] = [
  { header: 'Status', cell: ({ status }) => <Status status={status} /> },
  { header: 'Test', cell: (test) => <Test test={test} /> },
  {
    header: 'Duration',
    align: 'right',
    cell: ({ durationMs }) => (
      <span className="nowrap">{durationMs === undefined ? '–' : duration(durationMs)}</span>
    ),
  },
]

function Test({ test: { name, message, assertions } }: { readonly test: TestResult }) {
  const [isWhole, setWhole] = useState(false)
  const met = assertions.filter(({ passed }) => passed).length
  const shown = assertions.filter(({ passed }) => isWhole || !passed)
  return (
    <Stack gap={4} align="flex-start" miw={220}>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      {message !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      {shown.map((assertion) => (
        <Assertion key={`${assertion.line} ${assertion.what}`} assertion={assertion} />
      ))}
      {met > 0 && (
        <Button size="compact-xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {met} of {assertions.length} {assertions.length === 1 ? 'expectation' : 'expectations'} met
        </Button>
      )}
    </Stack>
  )
}

function Assertion({ assertion }: { readonly assertion: TestResult['assertions'][number] }) {
  const { what, line, passed, expected, actual } = assertion
  const Icon = passed ? Check : X
  return (
    <Stack gap={2}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <Icon
          size={16}
          aria-label={passed ? 'Met' : 'Not met'}
          color={`var(--mantine-color-${passed ? 'green' : 'red'}-text)`}
        />
        <Text size="sm">
          {what}{' '}
          <Text span size="xs" c="dimmed">
            line {line}
          </Text>
        </Text>
      </Group>
      <Value name="expected" text={expected} />
      {!passed && <Value name="actual" text={actual} />}
    </Stack>
  )
}

const Value = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <Group gap="xs" wrap="nowrap" align="flex-start" pl={22}>
    <Text size="xs" c="dimmed" w={56}>
      {name}
    </Text>
    <Code style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Code>
  </Group>
)
