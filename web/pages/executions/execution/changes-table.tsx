import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Step, VariableChange } from '../../../components/executions/shapes.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { clockTime } from './log.ts'
import { fullName } from './tree.ts'
import { ValueText } from './value-text.tsx'

interface Change {
  readonly key: string
  readonly step: Step
  readonly change: VariableChange
}

interface ChangesTableProps {
  readonly steps: readonly Step[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
}

const SHOWN = 100

/** Every change of a variable in the order of the steps, a hundred at first. */
export function ChangesTable({ steps, error, onRetry }: ChangesTableProps) {
  const [shown, show] = useState(SHOWN)
  const all = steps?.flatMap((step) =>
    (step.variableChanges ?? []).map((change, at): Change => ({ key: `${step.id} ${at}`, step, change })),
  )
  const rest = (all?.length ?? 0) - shown
  return (
    <Stack gap="xs" align="flex-start">
      <div style={{ width: '100%' }}>
        <DataTable
          label="Changes of variables"
          columns={columns}
          rows={all && { results: all.slice(0, shown) }}
          rowKey={({ key }) => key}
          error={error}
          onRetry={onRetry}
          empty={<EmptyState title="No variable changes" />}
        />
      </div>
      {rest > 0 && (
        <Button size="xs" variant="default" onClick={() => show(shown + SHOWN)}>
          Show {Math.min(rest, SHOWN)} more of {rest.toLocaleString()}
        </Button>
      )}
    </Stack>
  )
}

const columns: readonly Column<Change>[] = [
  {
    header: 'When',
    cell: ({ step }) => (
      <time className="nowrap" dateTime={step.finishedAt ?? step.startedAt}>
        {clockTime(step.finishedAt ?? step.startedAt)}
      </time>
    ),
  },
  { header: 'Step', cell: ({ step }) => fullName(step) },
  { header: 'Variable', cell: ({ change }) => <span className="monospace">{change.name}</span> },
  {
    header: 'Iteration',
    cell: ({ change }) => (change.iteration === undefined ? '' : change.iteration.toLocaleString()),
  },
  {
    header: 'New value',
    cell: ({ change }) => <ValueText value={change.value} isShortened={change.shortened === true} />,
  },
]
