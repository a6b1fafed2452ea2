import { Text } from '@mantine/core'
import { scheduleNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { type Column, DataTable, type Sorting } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ButtonLink, PageLink } from '../../../ui/link.tsx'
import { Ago } from '../../../ui/time.tsx'
import { TriggerSwitch } from './enabled-switch.tsx'
import { type DataTrigger, readCondition } from './shapes.ts'

interface TriggersTableProps {
  readonly projectId: string
  readonly rows:
    | {
        readonly results: readonly DataTrigger[]
        readonly page: number
        readonly size: number
        readonly total: number
      }
    | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onPage: (page: number) => void
  readonly sorting?: Sorting
  readonly isFiltered: boolean
}

/** Triggers, each with what starts it, the way to its page, and its switch. */
export function TriggersTable(props: TriggersTableProps) {
  const { projectId, rows, error, onRetry, onPage, sorting, isFiltered } = props
  return (
    <DataTable
      label="Triggers"
      columns={columnsOf(projectId)}
      rows={rows}
      rowKey={({ triggerId }) => triggerId}
      error={error}
      onRetry={onRetry}
      onPage={onPage}
      {...(sorting && { sorting })}
      empty={<Empty projectId={projectId} isFiltered={isFiltered} />}
    />
  )
}

const columnsOf = (projectId: string): readonly Column<DataTrigger>[] => [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ triggerId, name }) => (
      <PageLink to={paths.trigger} params={{ projectId, triggerId }} size="sm" miw={140} display="block">
        {name}
      </PageLink>
    ),
  },
  {
    header: 'Pipeline',
    sort: 'pipelineName',
    cell: ({ pipelineName }) => <Text size="sm">{pipelineName}</Text>,
  },
  { header: 'Environment', sort: 'environmentName', cell: ({ environmentName }) => environmentName },
  {
    header: 'Starts',
    cell: (trigger) => (
      <div>
        <Text size="sm" miw={180}>
          {readCondition(trigger)}
        </Text>
        {trigger.fault !== undefined && (
          <Text size="xs" c="red">
            {trigger.fault}
          </Text>
        )}
      </div>
    ),
  },
  {
    header: 'Last run',
    cell: ({ lastFiredAt }) =>
      lastFiredAt === undefined ? <Text size="sm">Never</Text> : <Ago at={lastFiredAt} />,
  },
  {
    header: 'Enabled',
    cell: (trigger) => <TriggerSwitch projectId={projectId} trigger={trigger} />,
  },
]

function Empty({ projectId, isFiltered }: { readonly projectId: string; readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No triggers match">Clear a filter to see more.</EmptyState>
  return (
    <EmptyState title="No triggers yet">
      A trigger runs a published pipeline when another one ends, when a file arrives, when a query finds
      something, or for each event that a program sends.
      <br />
      <May needs={scheduleNeed(projectId)}>
        <ButtonLink to={paths.newTrigger} params={{ projectId }} variant="default" mt="xs">
          Create a trigger
        </ButtonLink>
      </May>
    </EmptyState>
  )
}
