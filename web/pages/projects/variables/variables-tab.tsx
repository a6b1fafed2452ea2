import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { nameOf, useEnvironments } from '../../../components/choices.ts'
import { May } from '../../../components/rights/may.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { useWritten } from '../../../ui/use-written.ts'
import { useAddress } from '../../../use-address.ts'
import { HistoryDialog } from './dialogs/history.tsx'
import { NewVariableDialog } from './dialogs/new-variable.tsx'
import { NoVariables } from './no-variables.tsx'
import { VariablesTable } from './table/variables-table.tsx'
import { ExportMenu } from './transfer/export-menu.tsx'
import { ImportDialog } from './transfer/import-dialog.tsx'

const SETTLE_MS = 250

interface Wanted {
  readonly page: number
  readonly name: string | undefined
  readonly sort: 'name' | '-name' | undefined
}

function useVariables(projectId: string, { page, name, sort }: Wanted) {
  const filter = { ...(name !== undefined && { nameContains: name }), ...(sort !== undefined && { sort }) }
  return api.useQuery(
    'get',
    '/v1/projects/{projectId}/variables',
    { params: { path: { projectId }, query: { page, include: 'overrides', ...filter } } },
    { placeholderData: keepPreviousData },
  )
}

/** Variables by name, one column for each environment; pages and the filter are the server's. */
export function VariablesTab({ projectId }: { readonly projectId: string }) {
  const [{ page = 0, name, environment, history, sort: asked }, change] = useAddress('variables')
  const [isCreating, create] = useDisclosure(false)
  const [isImporting, importing] = useDisclosure(false)
  const environments = useEnvironments(projectId)
  const { sort, sorting } = sortingOf(['name', '-name'], asked, change)
  const list = useVariables(projectId, { page, name, sort })
  const names = (environments.data ?? []).map(nameOf)
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="xs">
        <Filters names={names} name={name} environment={environment} onChange={change} />
        <Group gap="xs">
          <ExportMenu projectId={projectId} />
          <May needs={{ projectId, permission: 'variables:write' }}>
            <Button
              size="xs"
              variant="default"
              leftSection={<Upload size={16} aria-hidden />}
              onClick={importing.open}
            >
              Import
            </Button>
            <Button size="xs" leftSection={<Plus size={16} aria-hidden />} onClick={create.open}>
              New variable
            </Button>
          </May>
        </Group>
      </Group>
      <ProblemAlert error={environments.error} />
      <VariablesTable
        projectId={projectId}
        environments={names.filter((one) => environment === undefined || one === environment)}
        rows={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        sorting={sorting}
        onPage={(wanted) => change({ page: wanted })}
        onHistory={(variableName) => change({ history: variableName }, { push: true })}
        empty={
          <NoVariables
            projectId={projectId}
            name={name}
            onHistory={(variableName) => change({ history: variableName })}
          />
        }
      />
      <NewVariableDialog projectId={projectId} isOpen={isCreating} onClose={create.close} />
      <ImportDialog projectId={projectId} isOpen={isImporting} onClose={importing.close} />
      {history !== undefined && (
        <HistoryDialog
          projectId={projectId}
          variableName={history}
          onClose={() => change({ history: undefined })}
        />
      )}
    </Stack>
  )
}

interface FiltersProps {
  readonly names: readonly string[]
  readonly name: string | undefined
  readonly environment: string | undefined
  readonly onChange: (change: {
    page?: number | undefined
    name?: string | undefined
    environment?: string | undefined
  }) => void
}

function Filters({ names, name, environment, onChange }: FiltersProps) {
  const settle = useDebouncedCallback(
    (text: string) => onChange({ name: text.trim(), page: undefined }),
    SETTLE_MS,
  )
  const [written, write] = useWritten(name ?? '', settle)
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        label="Name contains"
        size="xs"
        w={150}
        value={written}
        onChange={(event) => write(event.currentTarget.value)}
        data-filter
      />
      <Select
        label="Environment"
        size="xs"
        w={150}
        placeholder="All"
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'All environments' }}
        data={names}
        value={environment ?? null}
        onChange={(chosen) => onChange({ environment: chosen ?? undefined })}
      />
    </Group>
  )
}
