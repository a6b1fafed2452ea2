import { Checkbox, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { type Column, DataTable, type Sorting } from '../../ui/data-table.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import type { Execution } from './shapes.ts'
import { triggerName } from './shapes.ts'
import { Took } from './took.tsx'

/** The selected rows, for bulk actions. */
export interface Selection {
  readonly chosen: ReadonlySet<string>
  /** Only of these there is a choice. */
  readonly isSelectable: (execution: Execution) => boolean
  readonly onChange: (executionId: string, isChosen: boolean) => void
}

interface ExecutionsTableProps {
  /** What the table lists, for screen readers, e.g. `Running executions`. */
  readonly label: string
  readonly executions: readonly Execution[] | undefined
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly empty: ReactNode
  /** Names by project id; with them there is a column for the project. */
  readonly projectNames?: ReadonlyMap<string, string>
  /** Only what tells executions apart at a glance, e.g. on the home page: no version, no trigger. */
  readonly isCompact?: boolean
  readonly selection?: Selection
  readonly sorting?: Sorting
}

/** Executions, each row a link to its page. Shows what it is given: who uses it reads, filters and pages. */
export function ExecutionsTable(props: ExecutionsTableProps) {
  const {
    label,
    executions,
    error,
    onRetry,
    empty,
    projectNames,
    isCompact = false,
    selection,
    sorting,
  } = props
  const columns = [
    ...(selection === undefined ? [] : [choice(selection)]),
    ...main,
    ...(projectNames === undefined ? [] : [project(projectNames)]),
    environment,
    ...(isCompact ? [] : details),
    ...times,
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={executions && { results: executions }}
      rowKey={(execution) => execution.pipelineExecutionId}
      error={error}
      {...(onRetry && { onRetry })}
      {...(sorting && { sorting })}
      empty={empty}
    />
  )
}

const main: readonly Column<Execution>[] = [
  { header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    header: 'Pipeline',
    cell: ({ pipelineExecutionId, pipelineName, message }) => (
      <>
        <PageLink
          to={paths.execution}
          params={{ executionId: pipelineExecutionId }}
          size="sm"
          fw={500}
          className="nowrap"
        >
          {pipelineName}
        </PageLink>
        {message !== undefined && (
          <Text size="xs" c="dimmed" lineClamp={1} maw={420} title={message}>
            {message}
          </Text>
        )}
      </>
    ),
  },
]

const environment: Column<Execution> = {
  header: 'Environment',
  cell: ({ environmentName }) => environmentName,
}

const details: readonly Column<Execution>[] = [
  { header: 'Version', cell: ({ versionName }) => versionName },
  {
    header: 'Started by',
    cell: ({ trigger, user }) => (
      <Text size="sm" className="nowrap">
        {triggerName(trigger)}{' '}
        <Text span size="xs" c="dimmed">
          {user}
        </Text>
      </Text>
    ),
  },
]

const times: readonly Column<Execution>[] = [
  { header: 'Queued', sort: 'queuedAt', cell: ({ queuedAt }) => <Ago at={queuedAt} /> },
  {
    header: 'Duration',
    align: 'right',
    cell: ({ startedAt, finishedAt }) => <Took from={startedAt} to={finishedAt} />,
  },
]

const project = (names: ReadonlyMap<string, string>): Column<Execution> => ({
  header: 'Project',
  cell: ({ projectId }) => (
    <PageLink to={paths.projectExecutions} params={{ projectId }} size="sm" c="inherit" className="nowrap">
      {names.get(projectId) ?? 'Project'}
    </PageLink>
  ),
})

const choice = ({ chosen, isSelectable, onChange }: Selection): Column<Execution> => ({
  header: 'Select',
  isQuiet: true,
  cell: (execution) => {
    const { pipelineExecutionId: id, pipelineName } = execution
    if (!isSelectable(execution)) return null
    return (
      <Checkbox
        aria-label={`Select ${pipelineName}, ${id}`}
        checked={chosen.has(id)}
        onChange={(event) => onChange(id, event.currentTarget.checked)}
      />
    )
  },
})
