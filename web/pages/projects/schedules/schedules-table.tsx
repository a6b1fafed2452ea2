import { Text } from '@mantine/core'
import { runNeed, scheduleNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { type Column, DataTable, type Sorting } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ButtonLink, PageLink } from '../../../ui/link.tsx'
import { Ago } from '../../../ui/time.tsx'
import { EnabledSwitch } from './enabled-switch.tsx'
import { RunNow } from './run-now.tsx'
import { readTiming, type Schedule } from './shapes.ts'

interface SchedulesTableProps {
  readonly projectId: string
  readonly rows:
    | {
        readonly results: readonly Schedule[]
        readonly page: number
        readonly size: number
        readonly total: number
      }
    | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onPage: (page: number) => void
  /** Without it the list is not sorted by its headers. */
  readonly sorting?: Sorting
  readonly isFiltered: boolean
}

/** Schedules, each with the way to its page, its switch, and a button that runs it now. */
export function SchedulesTable(props: SchedulesTableProps) {
  const { projectId, rows, error, onRetry, onPage, sorting, isFiltered } = props
  return (
    <DataTable
      label="Schedules"
      columns={columnsOf(projectId)}
      rows={rows}
      rowKey={({ scheduleId }) => scheduleId}
      error={error}
      onRetry={onRetry}
      onPage={onPage}
      {...(sorting && { sorting })}
      empty={<Empty projectId={projectId} isFiltered={isFiltered} />}
    />
  )
}

const columnsOf = (projectId: string): readonly Column<Schedule>[] => [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ scheduleId, name }) => (
      <PageLink to={paths.schedule} params={{ projectId, scheduleId }} size="sm" miw={140} display="block">
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
    header: 'When',
    cell: (schedule) => (
      <Text size="sm" miw={180}>
        {readTiming(schedule)}{' '}
        <Text span size="xs" c="dimmed">
          {schedule.cronTimezone}
        </Text>
      </Text>
    ),
  },
  {
    header: 'Next run',
    sort: 'nextRunAt',
    cell: ({ nextRunAt, scheduleEnabled }) =>
      scheduleEnabled ? <Ago at={nextRunAt} /> : <Text size="sm">Disabled</Text>,
  },
  {
    header: 'Last run',
    sort: 'lastRunAt',
    cell: ({ lastRunAt }) =>
      lastRunAt === undefined ? <Text size="sm">Never</Text> : <Ago at={lastRunAt} />,
  },
  {
    header: 'Enabled',
    cell: (schedule) => <EnabledSwitch projectId={projectId} schedule={schedule} />,
  },
  {
    header: 'Run now',
    isQuiet: true,
    cell: ({ scheduleId, name, environmentName }) => (
      <May needs={runNeed(projectId, environmentName)}>
        <RunNow projectId={projectId} scheduleId={scheduleId} name={name} isCompact />
      </May>
    ),
  },
]

function Empty({ projectId, isFiltered }: { readonly projectId: string; readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No schedules match">Clear a filter to see more.</EmptyState>
  return (
    <EmptyState title="No schedules yet">
      A schedule runs a published pipeline automatically, at the times of a cron expression or at an interval.
      <br />
      <May needs={scheduleNeed(projectId)}>
        <ButtonLink to={paths.newSchedule} params={{ projectId }} variant="default" mt="xs">
          Create a schedule
        </ButtonLink>
      </May>
    </EmptyState>
  )
}
