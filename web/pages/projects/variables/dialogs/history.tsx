import { Button, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import type { OverrideOutcome, VariableChange } from '../shapes.ts'
import { ChangeWord, StateText } from '../transfer/change-words.tsx'

const PAGE_SIZE = 10
const history = '/v1/projects/{projectId}/variables/{variableName}/history'

interface HistoryDialogProps {
  readonly projectId: string
  readonly variableName: string
  readonly onClose: () => void
}

/** Who changed a variable or an override, when, from what to what; and back to what was before. */
export function HistoryDialog({ projectId, variableName, onClose }: HistoryDialogProps) {
  const [page, setPage] = useState(0)
  const [failed, setFailed] = useState<OverrideOutcome['failedOverride']>([])
  const path = { projectId, variableName }
  const list = api.useQuery(
    'get',
    history,
    { params: { path, query: { page, size: PAGE_SIZE } } },
    { placeholderData: keepPreviousData, retry: false },
  )
  async function restore({ changeId }: VariableChange): Promise<void> {
    const { data, error } = await client.POST(`${history}/{changeId}/restore`, {
      params: { path: { ...path, changeId } },
      body: { to: 'BEFORE' },
    })
    if (error !== undefined) throw error
    setFailed(data?.failedOverride ?? [])
    await invalidate('/v1/projects/{projectId}/variables')
    showDone(`Reverted the change to ${variableName}`)
  }
  return (
    <Dialog opened onClose={onClose} title={`History of ${variableName}`} size="xl">
      {failed.map(({ environmentName, detail }) => (
        <Text key={environmentName} size="sm" c="var(--mantine-color-error)" role="alert" mb="xs">
          {detail}. The override in {environmentName} was not restored.
        </Text>
      ))}
      {list.data === undefined && <ProblemAlert error={list.error} />}
      {(list.data !== undefined || list.error === null) && (
        <DataTable
          label="Changes"
          columns={columnsOf(projectId, restore)}
          rows={list.data}
          rowKey={({ changeId }) => String(changeId)}
          error={list.error}
          onPage={setPage}
          empty={<EmptyState title="No changes yet" />}
        />
      )}
    </Dialog>
  )
}

type Restore = (change: VariableChange) => Promise<void>

const columnsOf = (projectId: string, restore: Restore): readonly Column<VariableChange>[] => [
  { header: 'When', cell: ({ changedAt }) => <time dateTime={changedAt}>{exactTime(changedAt)}</time> },
  { header: 'User', cell: ({ changedBy }) => changedBy },
  { header: 'Change', cell: (change) => <ChangeWord change={change} /> },
  { header: 'Before', cell: ({ before, after }) => <StateText state={before} other={after} /> },
  { header: 'After', cell: ({ before, after }) => <StateText state={after} other={before} /> },
  {
    header: 'Revert',
    isQuiet: true,
    cell: (change) => (
      <May needs={revertNeed(projectId, change)}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<RotateCcw size={14} aria-hidden />}
          onClick={() => askToRevert(change, restore)}
        >
          Revert
        </Button>
      </May>
    ),
  },
]

const revertNeed = (projectId: string, { environmentName }: VariableChange) =>
  environmentName === undefined
    ? { projectId, permission: 'variables:write' }
    : environmentNeed(projectId, environmentName)

function askToRevert(change: VariableChange, restore: Restore): void {
  const { variableName, environmentName, before } = change
  const isOverride = environmentName !== undefined
  const what = isOverride ? `${variableName} in ${environmentName}` : variableName
  const [effect, action] =
    before !== undefined
      ? ['is restored to its value before this change', 'Revert']
      : isOverride
        ? ['has the value of the project again', 'Remove override']
        : ['is deleted', 'Delete variable']
  confirmLoss({
    title: 'Revert this change?',
    message: `${what} ${effect}. The current value stays in the history.`,
    action,
    onConfirm: () => restore(change),
  })
}
